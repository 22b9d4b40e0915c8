import { isLongForm } from "../long-form.ts";
import { password, post, signInAsAdmin } from "./accounts.ts";
import { startCountingProxy } from "./counting-proxy.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, shortCourse, toast } from "./pages.ts";
import { startSecondApp } from "./second-app.ts";

const VERIFYING = "GET /auth/v1/user";
const FACTORS = "POST /auth/v1/factors";
/** The call for the progress bars on course cards. */
const LEARNING = "POST /rest/v1/rpc/my_learning";
const ROLE = "GET /rest/v1/rpc/own_role";
const course = coursePath(shortCourse.id);

// These calls determine how long a signed-in user waits if Supabase is far away. The embedded one signs tokens with a
// shared secret, so each action takes one more call than with public keys: the auth service verifies the token.
test("each action of a signed-in person costs few calls of Supabase", { tag: "@long" }, async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const proxy = await startCountingProxy(process.env.SUPABASE_URL ?? "");
  const app = await startSecondApp({
    SUPABASE_URL: proxy.url,
    SUPABASE_SECRET_KEY: process.env.SUPABASE_SECRET_KEY ?? "",
    // The app polls for imports and changed pages once at its start, and not again while this test runs.
    LECTERN_IMPORT_LEASE_SECONDS: "3600",
    LECTERN_PAGE_CHECK_MS: "60000",
  });
  const count = (call: string) => proxy.calls.filter((each) => each === call).length;
  /** Expects `act` to make these calls, in any order, and no other than `others`. */
  const expectCalls = async (act: () => Promise<unknown>, calls: string[], others: string[] = []) => {
    const list = () => proxy.calls.filter((call) => !others.includes(call)).toSorted();
    proxy.calls.length = 0;
    await act();
    // A page makes its calls once its scripts have run, which may be long after it has loaded.
    await expect.poll(list).toEqual(calls);
    await page.waitForLoadState("networkidle");
    expect(list()).toEqual(calls);
  };
  const visit = (path: string) => () => page.goto(app.address + path);
  const look = (path: string) => (isLongForm ? visit(path) : () => page.request.get(app.address + path));
  const expectLearnersCalls = async (act: () => Promise<unknown>, calls: string[]) => {
    await expectCalls(act, calls, [VERIFYING]);
    expect(count(VERIFYING)).toBeLessThanOrEqual(1);
  };
  try {
    // Shared content is cached from the first visit on.
    for (const path of ["/", course]) expect((await page.request.get(app.address + path)).status()).toBe(200);

    await expectLearnersCalls(visit("/"), [ROLE, "POST /rest/v1/rpc/continue_watching", LEARNING]);
    await expectLearnersCalls(visit(course), [ROLE, "POST /rest/v1/rpc/course_progress", LEARNING]);
    const tick = page.getByRole("button", { name: `Completed: ${shortCourse.first}` });
    const saveTick = async () => {
      await tick.click();
      await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
    };
    await expectLearnersCalls(saveTick, ["POST /rest/v1/user_progress"]);
    await expectLearnersCalls(visit("/profile"), [ROLE, LEARNING]);
    // One of these calls is for the second factor, which only the roles of the console can have.
    await expectCalls(
      visit("/profile/account"),
      ["GET /rest/v1/profiles", ROLE, "POST /rest/v1/rpc/own_sessions"],
      [VERIFYING, FACTORS],
    );
    expect(count(VERIFYING)).toBeLessThanOrEqual(2);
    await expectLearnersCalls(visit("/search?q=vectors"), [
      ROLE,
      LEARNING,
      "POST /rest/v1/rpc/search_catalogue",
    ]);
    await expectCalls(visit("/admin-console"), [VERIFYING, ROLE, "POST /rest/v1/rpc/admin_dashboard"]);
    // In the short form these two are only requested: the page above has the same header and menu.
    await expectCalls(look("/admin-console/lectures"), [VERIFYING, ROLE, "POST /rest/v1/rpc/admin_lectures"]);
    await expectCalls(look("/admin-console/courses"), [
      VERIFYING,
      ROLE,
      "POST /rest/v1/rpc/admin_courses",
      "POST /rest/v1/rpc/admin_similar_courses",
      "POST /rest/v1/rpc/recent_corrections",
    ]);
    await expectCalls(visit("/admin-console/import"), [VERIFYING, ROLE, "POST /rest/v1/rpc/admin_imports"]);

    const signIn = async () => {
      const address = `${app.address}/api/auth/sign-in`;
      const answer = await post(page.request, app.address, address, { email, password });
      expect(answer.status()).toBe(200);
    };
    await expectCalls(signIn, [
      "POST /auth/v1/token",
      "POST /rest/v1/rpc/record_session",
      "POST /rest/v1/rpc/record_sign_in",
      "POST /rest/v1/rpc/record_sign_in_attempt",
      "POST /rest/v1/rpc/record_sign_in_success",
    ]);
  } finally {
    await app.stop();
    await proxy.stop();
  }
});
