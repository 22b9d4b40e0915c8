import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ALL_SUBJECTS } from "@/components/catalogue/all-subjects-link";
import { JsonLd } from "@/components/catalogue/json-ld";
import { SubjectList } from "@/components/catalogue/subject-list";
import { getSubjectList } from "@/lib/catalogue/queries.server";
import { breadcrumbList } from "@/lib/catalogue/structured-data";
import { shareImage } from "@/lib/catalogue/thumbnails";
import { getSiteUrl } from "@/lib/env";
import { pageMetadata } from "@/lib/page-metadata";
import { routes } from "@/lib/routes";

/** A page of the list; one behind the last is a 404. Read once a request. */
const findPage = cache(async (page: number) => (await getSubjectList(page)) ?? notFound());

export async function subjectsMetadata(page: number): Promise<Metadata> {
  await findPage(page);
  return pageMetadata({
    title: ALL_SUBJECTS + (page > 1 ? `, page ${page}` : ""),
    description: "Every subject of the free video courses from universities and educators.",
    path: routes.allSubjects(page),
    image: shareImage(null),
  });
}

export async function SubjectsPage({ page }: { page: number }) {
  const list = await findPage(page);
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
