import postgres from "postgres";
import { Catalogue } from "../tests/e2e/catalogue.ts";
import { listPages } from "../tests/e2e/pages.ts";

/** The name and path of one page of every kind that a visitor sees. */
export async function listPublicPages(product: {
  DATABASE_URL: string;
  BASE_URL: string;
}): Promise<[name: string, path: string][]> {
  const sql = postgres(product.DATABASE_URL, { max: 1 });
  try {
    const { home, subject, course, lecture, ...others } = await listPages(new Catalogue(sql));
    return [
      ["home", home.path],
      ["subject", subject.path],
      ["course", course.path],
      ["lecture", lecture.path],
      ["search", others["search, results"].path],
      ["planner", "/planner"],
      ["tests", "/tests"],
      ["profile", "/profile"],
      ["sign in", "/auth"],
    ];
  } finally {
    await sql.end();
  }
}
