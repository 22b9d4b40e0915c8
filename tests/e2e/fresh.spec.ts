import { expect, test } from "./fixtures.ts";
import { coursePath, subjectPath } from "./pages.ts";

test.describe("after an import", () => {
  test("pages show new lectures from the first request after the app is told, and not before", async ({
    request,
    catalogue,
  }) => {
    const [course] = await catalogue.shuffledCourses("fresh", 1);
    const subject = course!.subject!;
    const newName = "E2E fresh course";
    const before = (await catalogue.courses(subject)).length;
    const addresses = ["/", subjectPath(subject), coursePath(course!.course_id), coursePath("e2e-fresh")];
    const read = () =>
      Promise.all(addresses.map(async (address) => (await (await request.get(address)).text()) as string));

    // This expires pages cached by other tests, then caches the pages that this test starts from.
    await catalogue.expirePages();
    await read();
    await catalogue.add(
      { course_name: newName, seo_slug: "e2e-fresh", subject, lecture_name: "E2E fresh 1", view_rate: 1e12 },
      { course_name: course!.name, lecture_name: "E2E fresh 2", lecture_number: 9999, subject },
    );
    for (const html of await read()) expect(html).not.toContain("E2E fresh");
    expect((await request.get(coursePath("e2e-fresh"))).status()).toBe(404);

    await catalogue.expirePages();
    const [home, listing, existing, added] = await read();
    expect(home).toContain(newName);
    expect(listing).toContain(newName);
    expect(listing).toContain(`${before + 1}`);
    expect(existing).toContain("E2E fresh 2");
    expect(existing).toContain(`${coursePath(course!.course_id)}/9999`);
    expect(added).toContain("E2E fresh 1");
    expect((await request.get(coursePath("e2e-fresh"))).status()).toBe(200);
    expect(await (await request.get("/search?q=E2E%20fresh")).text()).toContain("E2E fresh 1");

    await catalogue.restore();
    for (const html of await read()) expect(html).not.toContain("E2E fresh");
    expect((await request.get(coursePath("e2e-fresh"))).status()).toBe(404);
  });

  test("an address that answered 404 shows the page once the page exists", async ({ request, catalogue }) => {
    const [course] = await catalogue.shuffledCourses("fresh", 1);
    const later = `${coursePath(course!.course_id)}/8888`;
    const subject = "E2E fresh subject";
    for (const path of [later, subjectPath(subject)]) expect((await request.get(path)).status()).toBe(404);
    await catalogue.add(
      {
        course_name: course!.name,
        lecture_name: "E2E fresh 3",
        lecture_number: 8888,
        subject: course!.subject,
      },
      { course_name: "E2E fresh 4", lecture_name: "E2E fresh 4", subject },
    );
    await catalogue.expirePages();
    for (const path of [later, subjectPath(subject)]) expect((await request.get(path)).status()).toBe(200);
  });
});
