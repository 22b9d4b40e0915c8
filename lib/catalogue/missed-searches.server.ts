import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { after } from "next/server";
import { serviceClient } from "../supabase/service.server.ts";
import { isCountable, RestingSearches, toCountedText } from "./missed-search.ts";

/** How long a query must stay unchanged before it is counted. */
const REST_MS = 2_000;

const resting = new RestingSearches();

/** Counts a query without results after its response is sent, unless typing continues. Call this for every search. */
export function noteSearch(query: string, hasFound: boolean): void {
  const text = toCountedText(query);
  resting.supersede(text);
  if (!hasFound && isCountable(text) && resting.begin(text)) after(() => countRested(text));
}

async function countRested(text: string): Promise<void> {
  await delay(REST_MS);
  if (!resting.end(text)) return;
  // Visitors may not write what administrators read, so the service role is used.
  const { error } = await serviceClient().rpc("record_missed_search", { p_query: text });
  if (error) console.error("A search that found nothing could not be counted:", error.message);
}
