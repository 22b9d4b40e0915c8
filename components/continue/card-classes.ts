// Cards and their placeholders have the same height, whatever they contain.

export const cardRow = "flex gap-5";
/** If four cards fit, each is as wide as the course cards beneath. */
export const cardWidth = "w-[min(17rem,82%)] shrink-0 lg:w-[calc((100%-3.75rem)/4)]";
export const cardPicture = "rounded-xl ring-1 ring-line";
/** As high as a lecture's name of two lines between two lines of smaller type. */
export const cardText = "h-[5.625rem] min-w-0 flex-1 overflow-hidden";
export const cardLine = "truncate text-sm text-quiet tabular-nums";
export const cardLecture = "mt-0.5 mb-1 line-clamp-2 text-base leading-snug font-semibold";
/** What stands in place of the cards. */
export const cardNotice =
  "grid content-center justify-items-center gap-1 rounded-2xl border border-line p-4 text-center";
