import type { Metadata } from "next";
import { cache } from "react";
import { JsonLd } from "@/components/catalogue/json-ld";
import {
  ListPageNotFound,
  listPageNotFound,
  SubjectNotFound,
  subjectNotFound,
} from "@/components/catalogue/not-found-notice";
import { SubjectListing, subjectTitle } from "@/components/catalogue/subject-listing";
import { countOf } from "@/lib/catalogue/display";
import { COURSES_PER_PAGE, getSubjectPage } from "@/lib/catalogue/queries.server";
import { breadcrumbList, courseItemList } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { decodeSegment, parseSubject, routes } from "@/lib/routes";

/** The listing of an address; null for an unknown subject or page. Read once per request. */
const findListing = cache(async (segment: string, page: number | null) => {
  const decoded = decodeSegment(segment);
  return decoded === null || page === null ? null : getSubjectPage(parseSubject(decoded), page);
});

/** The first page of a subject that does not have the page of an address; null for an unknown subject. */
const findFirstPage = async (segment: string, page: number | null) =>
  page === 1 ? null : findListing(segment, 1);

/** @param page null if the segment is not a page number */
export async function listingMetadata(segment: string, page: number | null): Promise<Metadata> {
  const listing = await findListing(segment, page);
  if (!listing) return (await findFirstPage(segment, page)) ? listPageNotFound : subjectNotFound;
  const title = subjectTitle(listing.subject) + (listing.page > 1 ? `, page ${listing.page}` : "");
  const about = listing.subject === null ? "" : ` on ${listing.subject}`;
  const description = `${countOf(listing.courseCount, "free video course")}${about} from universities and educators, lecture by lecture.`;
  const picture = listing.courses.find(({ thumbnailId }) => thumbnailId)?.thumbnailId;
  return pageMetadata({
    title,
    description,
    path: routes.subject(listing.subject, listing.page),
    image: shareImage(picture),
  });
}

export async function ListingPage({ segment, page }: { segment: string; page: number | null }) {
  const listing = await findListing(segment, page);
  if (!listing) {
    const first = await findFirstPage(segment, page);
    return first ? <ListPageNotFound firstPage={routes.subject(first.subject)} /> : <SubjectNotFound />;
  }
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
