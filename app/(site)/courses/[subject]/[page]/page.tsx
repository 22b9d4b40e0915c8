import { notFound } from "next/navigation";
import { encodedSegment } from "@/lib/routes";
import { ListingPage, listingMetadata } from "../listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

/** Pages behind the first: `2`, `3` … */
function parsePage(segment: string): number {
  return /^[1-9]\d{0,5}$/.test(segment) && segment !== "1" ? Number(segment) : notFound();
}

export async function generateMetadata({ params }: PageProps<"/courses/[subject]/[page]">) {
  const { subject, page } = await params;
  return listingMetadata(encodedSegment(subject), parsePage(page));
}

export default async function SubjectLaterPage({ params }: PageProps<"/courses/[subject]/[page]">) {
  const { subject, page } = await params;
  return <ListingPage segment={subject} page={parsePage(page)} />;
}
