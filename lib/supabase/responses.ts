/** The data API's limit of rows in one response, and the specification's page size. */
const ROWS_PER_REQUEST = 1000;

/**
 * The data of a response of the data API.
 * @param what names the data in the error, as in "The catalogue"
 * @throws where the response carries an error; the nearest error page reports it
 */
export function unwrap<Data>(
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

/** A timestamp of the data API in milliseconds since 1970. The two APIs spell timestamps differently. */
export function toMilliseconds(timestamp: string): number {
  return Date.parse(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
