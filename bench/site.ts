import postgres from "postgres";
import { browserFlags } from "../tests/browser/find-browser.ts";
import { Catalogue } from "../tests/e2e/catalogue.ts";
import { listPages } from "../tests/e2e/pages.ts";
import { startFront, withPictures } from "./front.ts";
import type { Context } from "./part.ts";
import { startPictures } from "./pictures.ts";

/**
 * The product with its presets: `openFront` starts a server in front of it with local thumbnails, and `pathOf` is the
 * path of a page of each kind, which has been rendered once.
 */
export async function startSite({ defer, product }: Context) {
  const { BASE_URL, DATABASE_URL } = (await product()).environment;
  const pictures = await startPictures();
  defer(() => pictures.stop());
  const openFront = async (options: { scripts: boolean }) => {
    const front = await startFront(BASE_URL, options);
    defer(() => front.stop());
    return front.url;
  };
  const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  const pages = await listPages(new Catalogue(sql)).finally(() => sql.end());
  for (const { path } of Object.values(pages)) await fetch(BASE_URL + path);
  const pathOf = (kind: keyof typeof pages) => pages[kind].path;
  return { openFront, pathOf, browserFlags: withPictures(browserFlags, pictures) };
}
