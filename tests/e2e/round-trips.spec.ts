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
test("each action of a signed-in person costs few calls of Supabase", async ({ page, baseURL, sql }) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const proxy = await startCountingProxy(process.env.SUPABASE_URL ?? "");
  const app = await startSecondApp({
    SUPABASE_URL: proxy.url,
    SUPABASE_SECRET_KEY: process.env.SUPABASE_SECRET_KEY ?? "",
    // The app polls for imports and changed pages once at its start, and not again while this test runs.
    LECTERN_IMPORT_LEASE_SECONDS: "3600",
    LECTERN_PAGE_CHECK_MS: "60000",
  });
  const countCalls = async (act: () => Promise<unknown>) => {
    proxy.calls.length = 0;
    await act();
    await page.waitForLoadState("networkidle");
    return proxy.calls.toSorted();
  };
  const visit = (path: string) => countCalls(() => page.goto(app.address + path));
  const countLearnersCalls = async (act: () => Promise<unknown>) => {
    const calls = await countCalls(act);
    expect(calls.filter((call) => call === VERIFYING).length).toBeLessThanOrEqual(1);
    return calls.filter((call) => call !== VERIFYING);
  };
  try {
    // Shared content is cached from the first visit on.
    for (const path of ["/", course]) expect((await page.request.get(app.address + path)).status()).toBe(200);

    expect(await countLearnersCalls(() => visit("/"))).toEqual([
      ROLE,
      "POST /rest/v1/rpc/continue_watching",
      LEARNING,
    ]);
    expect(await countLearnersCalls(() => visit(course))).toEqual([
      ROLE,
      "POST /rest/v1/rpc/course_progress",
      LEARNING,
    ]);
    const tick = page.getByRole("button", { name: `Completed: ${shortCourse.first}` });
    const saveTick = async () => {
      await tick.click();
      await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
    };
    expect(await countLearnersCalls(saveTick)).toEqual(["POST /rest/v1/user_progress"]);
    expect(await countLearnersCalls(() => visit("/profile"))).toEqual([ROLE, LEARNING]);
    // One of these calls is for the second factor, which only the roles of the console can have.
    const account = await visit("/profile/account");
    expect(account.filter((call) => call === VERIFYING).length).toBeLessThanOrEqual(2);
    expect(account.filter((call) => call !== VERIFYING && call !== FACTORS)).toEqual([
      "GET /rest/v1/profiles",
      ROLE,
      "POST /rest/v1/rpc/own_sessions",
    ]);
    expect(await countLearnersCalls(() => visit("/search?q=vectors"))).toEqual([
      ROLE,
      LEARNING,
      "POST /rest/v1/rpc/search_catalogue",
    ]);
    expect(await visit("/admin-console")).toEqual([VERIFYING, ROLE, "POST /rest/v1/rpc/admin_dashboard"]);
    expect(await visit("/admin-console/lectures")).toEqual([
      VERIFYING,
      ROLE,
      "POST /rest/v1/rpc/admin_lectures",
    ]);
    expect(await visit("/admin-console/courses")).toEqual([
      VERIFYING,
      ROLE,
      "POST /rest/v1/rpc/admin_courses",
      "POST /rest/v1/rpc/admin_similar_courses",
      "POST /rest/v1/rpc/recent_corrections",
    ]);
    expect(await visit("/admin-console/import")).toEqual([
      VERIFYING,
      ROLE,
      "POST /rest/v1/rpc/admin_imports",
    ]);

    const signIn = async () => {
      const address = `${app.address}/api/auth/sign-in`;
      const answer = await post(page.request, app.address, address, { email, password });
      expect(answer.status()).toBe(200);
    };
    expect(await countCalls(signIn)).toEqual([
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
