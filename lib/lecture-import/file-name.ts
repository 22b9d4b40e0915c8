import { z } from "zod";

/** The name of a file that is imported, as lists show it. */
export const fileNameSchema = z.string().trim().min(1).max(255);
