import { encodedSegment, parseLaterPage } from "@/lib/routes";
import { ListingPage, listingMetadata } from "../listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: PageProps<"/courses/[subject]/[page]">) {
  const { subject, page } = await params;
  return listingMetadata(encodedSegment(subject), parseLaterPage(page));
}

export default async function SubjectLaterPage({ params }: PageProps<"/courses/[subject]/[page]">) {
  const { subject, page } = await params;
  return <ListingPage segment={subject} page={parseLaterPage(page)} />;
}
