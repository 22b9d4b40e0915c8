/** A query parameter as text: the first value if there are several, an empty string if there is none. */
export const textOf = (parameter: string | string[] | undefined): string =>
  (Array.isArray(parameter) ? parameter[0] : parameter) ?? "";
