/** Addresses of a video's thumbnail in the specification's order. Not every video has every size. */
export function thumbnailCandidates(id: string): string[] {
  return ["hqdefault", "maxresdefault", "mqdefault", "default"].map(
    (size) => `https://i.ytimg.com/vi/${id}/${size}.jpg`,
  );
}
