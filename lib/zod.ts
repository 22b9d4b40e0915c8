import { z } from "zod";

// Browsers run the schemas of forms too, under a content security policy that forbids compiling code from
// strings. Zod decides whether to compile when a schema is made: so such schemas take `z` from here.
z.config({ jitless: true });

export { z };
