/** A parameter of an address, the first of several; empty where there is none. */
export const textOf = (parameter: string | string[] | undefined): string =>
  (Array.isArray(parameter) ? parameter[0] : parameter) ?? "";
