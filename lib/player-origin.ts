/** The origin of the player, which sets no cookie before it plays; development may replace it by another. */
export const PLAYER_ORIGIN =
  (process.env.NODE_ENV === "development" && process.env.NEXT_PUBLIC_PLAYER_ORIGIN) ||
  "https://www.youtube-nocookie.com";
