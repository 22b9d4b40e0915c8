import { compare, hash } from "@node-rs/bcrypt";

// What the API uses of the package bcryptjs, which computes on the thread that answers requests: each password held all
// others up. This one computes beside it.

export default {
  hash: (password: string, cost: number) => hash(password, { cost }),
  compare: (password: string, hashed: string) => compare(password, hashed),
};
