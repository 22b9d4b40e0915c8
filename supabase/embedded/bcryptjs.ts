import { compare, hash } from "bcrypt";

// Replaces bcryptjs, with the functions that the API uses. bcryptjs hashes on the thread that answers requests, so
// each password delayed all other requests; bcrypt hashes on other threads.

export default { hash, compare };
