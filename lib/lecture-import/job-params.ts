import { z } from "zod";
import { importMessages } from "./messages.ts";

/** `{id}` of an address: an import, check or undo. */
export const jobParams = z.object({ id: z.uuid(importMessages.noSuchImport) });
