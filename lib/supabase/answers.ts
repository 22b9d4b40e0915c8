/** The API's limit of rows in one answer, and the specification's page size. */
const ROWS_PER_REQUEST = 1000;

/**
 * The data of an answer of the data service.
 * @param what is read, for the message, as in "The catalogue"
 * @throws where the service answered with an error; the nearest error page says so
 */
export function dataOf<Data>(
  { data, error }: { data: Data; error: { message: string } | null },
  what: string,
): NonNullable<Data> {
  if (error) throw new Error(`${what} could not be read: ${error.message}`);
  return data as NonNullable<Data>;
}

/** Every row of a list, read in pages of 1,000 until a short one. */
export async function readAll<Row>(
  readPage: (offset: number, limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.length, ROWS_PER_REQUEST);
    rows.push(...page);
    if (page.length < ROWS_PER_REQUEST) return rows;
  }
}

/** A timestamp of the data service, as either API writes it, in milliseconds since 1970. */
export function toMilliseconds(timestamp: string): number {
  return Date.parse(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
