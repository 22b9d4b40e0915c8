import { parseLaterPage } from "@/lib/routes";
import { SubjectsPage, subjectsMetadata } from "../listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: PageProps<"/subjects/[page]">) {
  return subjectsMetadata(parseLaterPage((await params).page));
}

export default async function LaterSubjectsPage({ params }: PageProps<"/subjects/[page]">) {
  return <SubjectsPage page={parseLaterPage((await params).page)} />;
}
