// Cards and what stands in their place while they are loaded have the same height, whatever is in them.

export const cardRow = "flex gap-5";
/** Where there is room for four, as wide as the courses beneath. */
export const cardWidth = "w-[min(17rem,82%)] shrink-0 lg:w-[calc((100%-3.75rem)/4)]";
export const cardPicture = "rounded-xl ring-1 ring-line";
/** As high as a lecture's name of two lines between two lines of smaller type. */
export const cardText = "h-[5.625rem] min-w-0 flex-1 overflow-hidden";
export const cardLine = "truncate text-sm text-quiet tabular-nums";
export const cardLecture = "mt-0.5 mb-1 line-clamp-2 text-base leading-snug font-semibold";
