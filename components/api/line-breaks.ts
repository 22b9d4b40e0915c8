import type { DefaultValues, FieldValues } from "react-hook-form";

/** The typed values, with the line breaks of the defaults where nothing else differs: a text area has only LF. */
export function withLineBreaksOf<Values extends FieldValues>(
  defaults: DefaultValues<Values>,
  typed: Values,
): Values {
  const unify = (value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
  const values = Object.entries(typed).map(([name, value]) => {
    const before = defaults[name];
    return [name, unify(value) === unify(before) ? before : value];
  });
  return Object.fromEntries(values);
}
