import { SubjectsPage, subjectsMetadata } from "./listing";

export const dynamic = "force-static";

export const generateMetadata = () => subjectsMetadata(1);

export default function FirstSubjectsPage() {
  return <SubjectsPage page={1} />;
}
