import { listAccountQueries } from "./account-queries.ts";
import { listCatalogueQueries } from "./catalogue-queries.ts";
import { listConsoleQueries } from "./console-queries.ts";
import { listImportQueries } from "./import-queries.ts";
import { listLearningQueries } from "./learning-queries.ts";
import type { ListQueries } from "./query.ts";

/** Every query of the app, in the SQL that the data API would run for it. */
export const listAppQueries: ListQueries = (world) =>
  [
    listCatalogueQueries,
    listLearningQueries,
    listAccountQueries,
    listConsoleQueries,
    listImportQueries,
  ].flatMap((list) => list(world));
