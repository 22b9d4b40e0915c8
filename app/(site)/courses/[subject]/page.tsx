import { encodedSegment } from "@/lib/routes";
import { ListingPage, listingMetadata } from "./listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: PageProps<"/courses/[subject]">) {
  return listingMetadata(encodedSegment((await params).subject), 1);
}

export default async function SubjectPage({ params }: PageProps<"/courses/[subject]">) {
  return <ListingPage segment={(await params).subject} page={1} />;
}
