/** The data API's limit of rows in one response, and the specification's page size. */
const ROWS_PER_REQUEST = 1000;

/** How a database and a storage say that their disk is full: an SQLSTATE, and a status of HTTP. */
const DISK_FULL = "53100";
export const INSUFFICIENT_STORAGE = 507;

/**
 * An API that knows no such function or table. The checks at start have found all of them: it has lost its connection
 * while it looked.
 */
const NOT_IN_SCHEMA_CACHE = ["PGRST202", "PGRST205"];

/** The backend is away or in trouble: the same call may succeed a little later. */
export class BackendUnavailableError extends Error {
  override name = "BackendUnavailableError";
  /** Whether it has no room left on its disk. */
  readonly isFull: boolean;

  constructor(message: string, { isFull = false }: { isFull?: boolean } = {}) {
    super(message);
    this.isFull = isFull;
  }
}

type Refused = { status: number; error: { message: string; code?: string } };

/** The error that a refused call of the data API is for the app; `status` is 0 where there was no response. */
export function toError({ status, error }: Refused, message: string): Error {
  const text = `${message}: ${error.message}`;
  const isFull = error.code === DISK_FULL || status === INSUFFICIENT_STORAGE;
  const isAway = status === 0 || status >= 500 || NOT_IN_SCHEMA_CACHE.includes(error.code ?? "");
  return isAway ? new BackendUnavailableError(text, { isFull }) : new Error(text);
}

/**
 * The data of a response of the data API.
 * @param what names the data in the error, as in "The catalogue"
 * @throws where the response carries an error; the nearest error page reports it
 */
export function unwrap<Data>(
  { data, error, status }: { data: Data; error: Refused["error"] | null; status: number },
  what: string,
): NonNullable<Data> {
  if (error) throw toError({ status, error }, `${what} could not be read`);
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
