import { z } from "zod";

// Imported by every schema that browsers run: their content security policy forbids compiling code from strings.
z.config({ jitless: true });
