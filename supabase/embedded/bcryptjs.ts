import { compare, hash } from "bcrypt";

// What the API uses of the package bcryptjs, which computes on the thread that answers requests: each password held all
// others up. This one computes beside it.

export default { hash, compare };
