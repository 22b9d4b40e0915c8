/** Database tests that `npm run test:supabase` skips, with the reason: they need the server that the tests start. */
export const leftOut: Readonly<Record<string, string>> = {
  "tests/db/own-server.test.ts":
    "it compares with a second database, signs tokens, and calls functions that the tests add to the API",
};
