import { z } from "zod";
import { route } from "@/lib/api/route.server";
import { importMessages } from "@/lib/lecture-import/messages";
import { forwardUpload } from "@/lib/lecture-import/resumable-upload.server";

const uploadParams = z.object({ id: z.string().regex(/^[\w-]{1,1000}$/, importMessages.noSuchImport) });

// Used if browsers cannot reach the storage: passes the TUS requests of an upload on to the storage as they arrive.
// The storage checks who may send it and how long it may be.

/** `HEAD /api/imports/upload/{id}`: 200 with the number of received bytes in `Upload-Offset`; or 400, 401, 403, 404. */
export const HEAD = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  forwardUpload(request, params.id),
);

/** `PATCH /api/imports/upload/{id}` with the bytes from `Upload-Offset` on: 204, or 400, 401, 403, 404, 409, 413, 507. */
export const PATCH = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  forwardUpload(request, params.id),
);

/** `DELETE /api/imports/upload/{id}`, for a cancelled upload: 204, or 400, 401, 403, 404. */
export const DELETE = route({ role: "editor", params: uploadParams }, ({ request, params }) =>
  forwardUpload(request, params.id),
);
