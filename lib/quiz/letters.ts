/** One option per letter of the alphabet; the database has the same limit. */
export const MAX_OPTIONS = 26;

/** `0` → `A`. */
export function letterOf(option: number): string {
  return String.fromCharCode(65 + option);
}

/** `A` or `a` → `0`; null for other texts, and for a letter beyond the last of `count` options. */
export function optionOfLetter(letter: string, count: number): number | null {
  if (!/^[a-z]$/i.test(letter)) return null;
  const option = letter.toUpperCase().charCodeAt(0) - 65;
  return option < count ? option : null;
}

/** The option for a keyboard key: its letter, or its number counted from 1. */
export function optionOfKey(key: string, count: number): number | null {
  if (!/^[1-9]$/.test(key)) return optionOfLetter(key, count);
  return Number(key) <= count ? Number(key) - 1 : null;
}
