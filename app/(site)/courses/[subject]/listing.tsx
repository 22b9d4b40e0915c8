import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { JsonLd } from "@/components/catalogue/json-ld";
import { SubjectListing, subjectTitle } from "@/components/catalogue/subject-listing";
import { countOf } from "@/lib/catalogue/display";
import { COURSES_PER_PAGE, getSubjectPage } from "@/lib/catalogue/queries.server";
import { breadcrumbList, courseItemList } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { decodeSegment, parseSubject, routes } from "@/lib/routes";

/** The listing an address asks for; an unknown subject or page is a 404. Read once a request. */
const findListing = cache(async (segment: string, page: number) => {
  const decoded = decodeSegment(segment);
  const listing = decoded === null ? null : await getSubjectPage(parseSubject(decoded), page);
  return listing ?? notFound();
});

export async function listingMetadata(segment: string, page: number): Promise<Metadata> {
  const listing = await findListing(segment, page);
  const title = subjectTitle(listing.subject) + (page > 1 ? `, page ${page}` : "");
  const about = listing.subject === null ? "" : ` on ${listing.subject}`;
  const description = `${countOf(listing.courseCount, "free video course")}${about} from universities and educators, lecture by lecture.`;
  const picture = listing.courses.find(({ thumbnailId }) => thumbnailId)?.thumbnailId;
  return pageMetadata({
    title,
    description,
    path: routes.subject(listing.subject, page),
    image: shareImage(picture),
  });
}

export async function ListingPage({ segment, page }: { segment: string; page: number }) {
  const listing = await findListing(segment, page);
  const siteUrl = getSiteUrl();
  const crumbs = [
    { name: "Courses", path: routes.home() },
    { name: subjectTitle(listing.subject), path: routes.subject(listing.subject) },
  ];
  return (
    <>
      <JsonLd data={breadcrumbList(siteUrl, crumbs)} />
      <JsonLd data={courseItemList(siteUrl, listing, COURSES_PER_PAGE)} />
      <SubjectListing listing={listing} />
    </>
  );
}
