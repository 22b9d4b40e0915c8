import { z } from "zod";
import { route } from "@/lib/api/route.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { passOn } from "@/lib/lecture-import/resumable-upload.server";

const uploadParams = z.object({ id: z.string().regex(/^[\w-]{1,1000}$/, importMessages.noSuchImport) });

// The way of an upload where a browser cannot reach the storage: its requests of the TUS protocol, handed to the storage as
// they come in. Whose upload it is, and how long it may be, the storage says.

/** `HEAD /api/imports/upload/{id}`: 200, how much has arrived in `Upload-Offset`; or 401, 403, 404. */
export const HEAD = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  passOn(request, params.id),
);

/** `PATCH /api/imports/upload/{id}` with the bytes from `Upload-Offset` on: 204, or 401, 403, 404, 409, 413, 507. */
export const PATCH = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  passOn(request, params.id),
);

/** `DELETE /api/imports/upload/{id}`, of an upload that was cancelled: 204, or 401, 403, 404. */
export const DELETE = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  passOn(request, params.id),
);
