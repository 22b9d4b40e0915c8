/** The look of the field in which a note is written. */
export const noteFieldLook =
  "field-sizing-content max-h-80 min-h-20 w-full rounded-lg border border-field bg-card px-3 py-2.5 text-base";
