"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

/** What the router can do; the types of typed routes leave out how much to fetch. */
type Prefetch = (href: string, options: { kind: "full" }) => void;

/**
 * A link whose page is fetched when someone is about to go there (pointer, finger or focus on
 * it), not because it scrolled into view: a page of a hundred cards would fetch a hundred pages.
 * All of the page: without a loading state Next would fetch no more than its place in the tree.
 */
export function IntentLink(props: ComponentProps<typeof Link> & { href: string }) {
  const prefetch = useRouter().prefetch as Prefetch;
  const intend = () => prefetch(props.href, { kind: "full" });
  return <Link {...props} prefetch={false} onPointerEnter={intend} onTouchStart={intend} onFocus={intend} />;
}
