import { z } from "zod";
import { importMessages } from "./messages.ts";

/** The `{id}` of a URL path: an import, check or undo. */
export const jobParams = z.object({ id: z.uuid(importMessages.noSuchImport) });
