import type { Metadata } from "next";
import { site } from "./site.ts";

type Page = {
  /** Omitted for the home page, which uses the product's title. */
  title?: string;
  description: string;
  /** The page's canonical path. */
  path: string;
  /** The image of a shared link: an absolute URL or a path. */
  image: string;
};

/** A page's metadata for search engines and link previews. Next makes relative URLs absolute. */
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
