/** The data API's limit of rows in one response, and the specification's page size. */
const ROWS_PER_REQUEST = 1000;

/** The codes for a full disk: an SQLSTATE from the database, and an HTTP status from the storage. */
const DISK_FULL = "53100";
export const INSUFFICIENT_STORAGE = 507;

/** The SQLSTATE of a statement for which the role or the account has no right. */
export const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * PostgREST's errors for an unknown function or table. The checks at start found all of them, so these errors mean
 * that PostgREST lost its connection while it loaded the schema.
 */
const NOT_IN_SCHEMA_CACHE = ["PGRST202", "PGRST205"];

/** The backend is unavailable or failing: the same call may succeed a little later. */
export class BackendUnavailableError extends Error {
  override name = "BackendUnavailableError";
  /** Whether the backend's disk is full. */
  readonly isFull: boolean;

  constructor(message: string, { isFull = false }: { isFull?: boolean } = {}) {
    super(message);
    this.isFull = isFull;
  }
}

/** The database refused the call to the account that it was made for. */
export class NotPermittedError extends Error {
  override name = "NotPermittedError";
}

type Refused = { status: number; error: { message: string; code?: string } };

/** Converts an error of the data API or the storage to an `Error`; `status` is 0 if there was no response. */
export function toError({ status, error }: Refused, message: string): Error {
  const text = `${message}: ${error.message}`;
  if (error.code === INSUFFICIENT_PRIVILEGE) return new NotPermittedError(text);
  const isFull = error.code === DISK_FULL || status === INSUFFICIENT_STORAGE;
  const isAway = status === 0 || status >= 500 || NOT_IN_SCHEMA_CACHE.includes(error.code ?? "");
  return isAway ? new BackendUnavailableError(text, { isFull }) : new Error(text);
}

/**
 * The data of a response of the data API.
 * @param what name of the data in the error message, as in "The catalogue"
 * @throws if the response contains an error; the nearest error page reports it
 */
export function unwrap<Data>(
  { data, error, status }: { data: Data; error: Refused["error"] | null; status: number },
  what: string,
): NonNullable<Data> {
  if (error) throw toError({ status, error }, `${what} could not be read`);
  return data as NonNullable<Data>;
}

/** All rows of a list, read in pages of 1,000 until a page is not full. */
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

/** A timestamp of the data API in milliseconds since 1970. PostgREST and the embedded API format it differently. */
export function toMilliseconds(timestamp: string): number {
  return Date.parse(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
