import { notFound } from "next/navigation";
import { parseLaterPage } from "@/lib/routes";
import { SubjectsPage, subjectsMetadata } from "../listing";

export const dynamic = "force-static";
export const generateStaticParams = () => [];

const parsePage = (segment: string) => parseLaterPage(segment) ?? notFound();

export async function generateMetadata({ params }: PageProps<"/subjects/[page]">) {
  return subjectsMetadata(parsePage((await params).page));
}

export default async function LaterSubjectsPage({ params }: PageProps<"/subjects/[page]">) {
  return <SubjectsPage page={parsePage((await params).page)} />;
}
