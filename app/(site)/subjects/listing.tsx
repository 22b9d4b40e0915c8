import type { Metadata } from "next";
import { cache } from "react";
import { ALL_SUBJECTS } from "@/components/catalogue/all-subjects-link";
import { JsonLd } from "@/components/catalogue/json-ld";
import { ListPageNotFound, listPageNotFound } from "@/components/catalogue/not-found-notice";
import { SubjectList } from "@/components/catalogue/subject-list";
import { getSubjectList } from "@/lib/catalogue/queries.server";
import { breadcrumbList } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { routes } from "@/lib/routes";

/** A page of the list; null if it does not exist. Read once per request. */
const findPage = cache(async (page: number | null) => (page === null ? null : getSubjectList(page)));

/** @param page null if the segment is not a page number */
export async function subjectsMetadata(page: number | null): Promise<Metadata> {
  const list = await findPage(page);
  if (!list) return listPageNotFound;
  return pageMetadata({
    title: ALL_SUBJECTS + (list.page > 1 ? `, page ${list.page}` : ""),
    description: "Every subject of the free video courses from universities and educators.",
    path: routes.allSubjects(list.page),
    image: shareImage(null),
  });
}

export async function SubjectsPage({ page }: { page: number | null }) {
  const list = await findPage(page);
  if (!list) return <ListPageNotFound firstPage={routes.allSubjects()} />;
  const crumbs = [
    { name: "Courses", path: routes.home() },
    { name: ALL_SUBJECTS, path: routes.allSubjects() },
  ];
  return (
    <>
      <JsonLd data={breadcrumbList(getSiteUrl(), crumbs)} />
      <SubjectList list={list} />
    </>
  );
}
