/** The first characters of a text, at most `limit` code points: unlike a slice, it halves no character. */
export const firstCharacters = (text: string, limit: number): string => [...text].slice(0, limit).join("");
