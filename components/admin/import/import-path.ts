import { routes } from "@/lib/routes";

/** The import page, with a page of its history. */
export const importPath = (page = 1) =>
  routes.after(`${routes.adminConsole()}/import${page > 1 ? `?page=${page}` : ""}`);
