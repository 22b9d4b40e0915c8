import { ListingPage, listingMetadata } from "./listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: PageProps<"/courses/[subject]">) {
  return listingMetadata((await params).subject, 1);
}

export default async function SubjectPage({ params }: PageProps<"/courses/[subject]">) {
  return <ListingPage segment={(await params).subject} page={1} />;
}
