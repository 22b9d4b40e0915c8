import { routes } from "@/lib/routes";

/** The import page, with a page of its history. */
export const importPath = (page = 1) =>
  routes.after(`${routes.adminImport()}${page > 1 ? `?page=${page}` : ""}`);
