export const courseGrid = "grid grid-cols-1 gap-x-5 gap-y-8 min-[26rem]:grid-cols-2 lg:grid-cols-4";

export const listedCourseGrid = "grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/**
 * The player beside the playlist, if there is room. In theatre view the player spans both columns, and the playlist
 * comes first beneath it, as in the document's order.
 */
export const courseColumns =
  "grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_min(22rem,38%)] xl:grid-cols-[minmax(0,1fr)_min(25rem,38%)] in-data-theatre:xl:grid-cols-[min(25rem,38%)_minmax(0,1fr)]";

/** For the element that spans both columns in theatre view. */
export const theatreWide = "in-data-theatre:xl:col-span-2";

export const topicGrid =
  "grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))]";
