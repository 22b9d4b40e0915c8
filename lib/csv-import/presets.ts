/** A file of lectures that comes with the product. */
export type Preset = {
  label: string;
  fileName: string;
  /** Where the app serves it. */
  path: string;
};

/** The 13 preset files, in order. */
export const presets: readonly Preset[] = Array.from({ length: 13 }, (_, index) => {
  const fileName = `Master_-_Lectern-${index + 4}.csv`;
  return { label: `Import Master Lectern-${index + 4}`, fileName, path: `/data/${fileName}` };
});
