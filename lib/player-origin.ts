/** The host of the player, which sets no cookie before it plays; in development another may stand for it. */
export const PLAYER_ORIGIN =
  (process.env.NODE_ENV === "development" && process.env.NEXT_PUBLIC_PLAYER_ORIGIN) ||
  "https://www.youtube-nocookie.com";
