import { notFound } from "next/navigation";

export const dynamic = "force-dynamic";

/** Any other path: logged, then the 404 page. Quoted as JSON, so that a path cannot forge a log line. */
export default async function UnknownPage({ params }: PageProps<"/[...path]">) {
  const { path } = await params;
  console.warn(`404: no page at ${JSON.stringify(`/${path.join("/")}`)}`);
  notFound();
}
