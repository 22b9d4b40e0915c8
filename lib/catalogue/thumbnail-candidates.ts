/** The URLs of a video's thumbnail sizes, in the order of the specification. Not every video has every size. */
export function thumbnailCandidates(id: string): string[] {
  return ["hqdefault", "maxresdefault", "mqdefault", "default"].map(
    (size) => `https://i.ytimg.com/vi/${id}/${size}.jpg`,
  );
}
