/** How many versions of a note are remembered, on a device and in the database. */
export const MOST_VERSIONS = 20;
