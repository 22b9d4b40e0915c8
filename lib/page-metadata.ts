import type { Metadata } from "next";
import { site } from "./site.ts";

type Page = {
  /** Left out by the home page, whose title is the product's. */
  title?: string;
  description: string;
  /** The page's one address, from the root. */
  path: string;
  /** Picture of a shared link: an absolute address, or a path. */
  image: string;
};

/** What search engines and link previews are told of a page. Relative addresses become absolute. */
export function pageMetadata({ title, description, path, image }: Page): Metadata {
  const shared = { title: title ?? `${site.name}: ${site.promise}`, description, images: [image] };
  return {
    ...(title && { title }),
    description,
    alternates: { canonical: path },
    openGraph: { ...shared, url: path, siteName: site.name, locale: "en_US", type: "website" },
    twitter: { ...shared, card: "summary_large_image" },
  };
}
