import { z } from "zod";
import { embedUrl, parseYoutubeId } from "../catalogue/youtube.ts";
import { findTextFault, isLongerThan } from "./text-faults.ts";

// What a cell of each kind may hold. The database's checks ask for the same, so a row that passes here is
// not refused there; a message is the reason that stands beside the column's name in a rejected row.

const storableText = z.string().transform((raw, context) => {
  const fault = findTextFault(raw);
  if (!fault) return raw.trim();
  context.addIssue(fault);
  return z.NEVER;
});

const WHOLE = /^\d+(\.0+)?$/;
const WHOLE_IN_GROUPS = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function limited(limit: number) {
  return storableText.refine((text) => !isLongerThan(text, limit), {
    error: `longer than ${limit.toLocaleString("en")} characters`,
    abort: true,
  });
}

/** At most `limit` code points; nothing but space is null. */
export function optionalText(limit: number) {
  return limited(limit).transform((text) => text || null);
}

/** At most `limit` code points, and not nothing. */
export function requiredText(limit: number) {
  return limited(limit).refine((text) => text !== "", { error: "required" });
}

/** An http or https address, kept as it is written save for its protocol, which the database wants small. */
export function webAddress(limit: number) {
  return optionalText(limit)
    .refine((text) => text === null || isWebAddress(text), {
      error: "not an http or https address",
      abort: true,
    })
    .transform((text) => text?.replace(/^https?/i, (protocol) => protocol.toLowerCase()) ?? null);
}

/** A YouTube address of any form, turned into the one form that is stored. */
export const youtubeAddress = storableText.transform((text, context) => {
  if (!text) return null;
  const id = parseYoutubeId(text);
  if (id) return embedUrl(id);
  context.addIssue("not a YouTube address");
  return z.NEVER;
});

/** A whole number from 0 to `limit`, also as `3.0`, and as `1,234,567` where `grouped`. */
export function wholeNumber(limit: number, { grouped = false }: { grouped?: boolean } = {}) {
  const reason = `not a whole number from 0 to ${limit.toLocaleString("en")}`;
  return numberCell(reason, (text) => {
    if (!(grouped ? WHOLE_IN_GROUPS : WHOLE).test(text)) return null;
    const value = Number(text.replaceAll(",", ""));
    return value <= limit ? value : null;
  });
}

/** A decimal number, also with an exponent, whose size is at most `limit`. */
export function decimalNumber(limit: number) {
  const reason = `not a number from -${limit.toLocaleString("en")} to ${limit.toLocaleString("en")}`;
  return numberCell(reason, (text) => {
    const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
    return Math.abs(value) <= limit ? value : null;
  });
}

function numberCell(reason: string, parse: (text: string) => number | null) {
  return storableText.transform((text, context) => {
    if (!text) return null;
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue(reason);
    return z.NEVER;
  });
}

/** The pattern comes first: a URL parser would forgive line breaks in the protocol and a missing `//`. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}
