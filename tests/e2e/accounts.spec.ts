import { addAccount, newEmail, password, post, signIn, signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, lecturePath, shortCourse, toast } from "./pages.ts";

const refused = /status of 4\d\d/;

test("visitors can sign up, sign in and sign out", async ({ page, visitor, context, baseURL }) => {
  const email = newEmail("ada");
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Display name").fill("Ada");
  await page.getByLabel("Email").fill(email);
  // Looking at the other tab loses neither.
  await page.getByRole("tab", { name: "Login" }).click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page.getByLabel("Display name")).toHaveValue("Ada");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Account created successfully! You can now login.")).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(toast(page, "Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL("/");
  // A new account has nothing to continue.
  await expect(page.getByRole("heading", { name: "Continue where you left off" })).toBeHidden();
  await page.getByRole("button", { name: `Account of ${email.split("@")[0]}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Sign Out"]);
  const cookies = Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  expect(cookies["lectern-session"]).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookies["lectern-signed-in"]).toMatchObject({ value: "1", httpOnly: false });

  // The end of the session also shows in another tab of the same browser and after the back button.
  await page.keyboard.press("Escape");
  const otherTab = await context.newPage();
  await otherTab.goto(coursePath(shortCourse.id));
  await expect(otherTab.getByRole("button", { name: /^Account/ })).toBeVisible();
  // This tab's requests are complete, so that none of them fails because the session ends.
  await expect(otherTab.getByText(/^\d+\/\d+ \(\d+%\)$/)).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeFocused();
  await expect(otherTab.getByRole("link", { name: "Sign In", exact: true })).toBeVisible();
  // The remaining cookie grants no access; it only exempts this browser from blocks that others' failures cause.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["lectern-device"]);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();

  // The account can also sign in from a second browser.
  const elsewhere = await visitor();
  await signIn(elsewhere, baseURL!, email);
  expect((await elsewhere.request.get("/api/viewer")).status()).toBe(200);
});

test("visitors see what is wrong beside the field and, the first of it, in a toast", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(toast(page, "Invalid email address")).toBeVisible();
  await expect(toast(page, "Password must be")).toHaveCount(0);
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("12345");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Password must be at least 6 characters")).toBeVisible();
});

test("visitors read the specified words about a wrong password and a known e-mail, and their address goes along", async ({
  page,
  baseURL,
  outside,
  context,
}) => {
  outside.expect(refused);
  const email = await signInAsNew(page, baseURL!);
  await context.clearCookies();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Invalid login credentials")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Invalid login credentials");
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page).toHaveURL("/auth");
  await expect(page).toHaveTitle("Sign in | Lectern");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expect(page).toHaveTitle("Sign up | Lectern");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  const registered = "This email is already registered. Please login instead.";
  await expect(toast(page, registered)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(registered);
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByRole("tab", { name: "Login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("grace@example.com");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await page.route("**/api/auth/sign-in", (route) => route.fulfill({ json: { needsCode: true } }));
  await page.getByLabel("Email").fill("hopper@example.com");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("hopper@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
});

test("a form that is submitted many times is sent once", async ({ page }) => {
  let sent = 0;
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/auth/sign-in", async (route) => {
    sent += 1;
    arrived.resolve();
    await answered.promise;
    await route.continue();
  });
  const email = newEmail();
  await addAccount(email);
  await page.goto("/auth?next=%2Fplanner");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Logging in…" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Logging in…" }).click({ force: true });
  await arrived.promise;
  answered.resolve();
  await expect(toast(page, "Logged in successfully!")).toBeVisible();
  expect(sent).toBe(1);
});

test("a browser that keeps no cookies is told that signing in needs them", async ({ page, context }) => {
  const email = newEmail();
  await addAccount(email);
  await page.goto("/auth");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your browser keeps no cookies of this site")).toBeVisible();
  await expect(page).toHaveURL("/auth");
  await expect(page.getByLabel("Email")).toHaveValue(email);
});

test("signed-in users who open the sign-in page go on to the page that asked, or home", async ({
  page,
  baseURL,
}) => {
  await signInAsNew(page, baseURL!);
  const path = lecturePath(shortCourse.id, "3");
  await page.goto(`/auth?next=${encodeURIComponent(path)}`);
  await expect(page).toHaveURL(path);
  await page.goto("/auth?next=%2F%2Fevil.example");
  await expect(page).toHaveURL("/");
});

test("visitors with a bad link from a mail are told so, and can ask for a new one", async ({
  page,
  outside,
}) => {
  outside.expect(refused);
  await page.goto("/auth/confirm?token_hash=nonsense&type=recovery");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText("This link is invalid or has expired. Please ask for a new one."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("button", { name: "Send link" })).toBeVisible();
});

test("users can set a new password by the link of a mail, once, which ends their other sessions; asking tells nothing about an account", async ({
  page,
  baseURL,
  visitor,
  sql,
  outside,
}) => {
  outside.expect(refused);
  const other = await visitor();
  const email = await signInAsNew(other, baseURL!);
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.keyboard.press("Enter");
  await expect(toast(page, "If there is an account with this email")).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  const unknown = await post(page.request, baseURL!, "/api/auth/recover", { email: newEmail("nobody") });
  expect([unknown.status(), await unknown.json()]).toEqual([200, { ok: true }]);
  // The link that the mail would contain if the app sent mail.
  const [row] = await sql`select recovery_token as token from auth.users where email = ${email}`;
  const link = `/auth/confirm?token_hash=${row?.token}&type=recovery`;
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/auth/new-password");
  await page.getByLabel("New password").fill("a newer password");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your password has been changed.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
  await expect.poll(async () => (await other.request.get("/api/viewer")).status()).toBe(401);
  const signInBy = (secret: string) =>
    post(other.request, baseURL!, "/api/auth/sign-in", { email, password: secret });
  expect((await signInBy(password)).status()).toBe(401);
  expect((await signInBy("a newer password")).status()).toBe(200);
  await page.goto("/auth/new-password");
  await page.getByLabel("New password").fill("yet another password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your link has been used, or is older than 15 minutes.")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This link is invalid or has expired.")).toBeVisible();
});

test("a user never sees what the user before saw on the same browser", async ({ page, baseURL, visitor }) => {
  const next = await signInAsNew(await visitor(), baseURL!, "grace");
  const first = await signInAsNew(page, baseURL!, "ada");
  await page.goto("/profile");
  await expect(page.getByText(first, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(next);
  await page.getByLabel("Password").fill(password);
  let answer = () => {};
  const asked = new Promise<void>((resolve) =>
    page.route("**/api/viewer", async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    }),
  );
  await page.keyboard.press("Enter");
  await asked;
  await expect(page.getByRole("link", { name: "Sign In", exact: true })).toHaveCount(0);
  await expect(page.getByText(first.split("@")[0]!)).toHaveCount(0);
  answer();
  await expect(page.getByRole("button", { name: `Account of ${next.split("@")[0]}` })).toBeVisible();
});

test("visitors' pages send no request about a session", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) asked.push(request.url());
  });
  await page.goto(coursePath(shortCourse.id));
  await page
    .getByRole("link", { name: "Profile" })
    .or(page.getByRole("link", { name: "Sign In", exact: true }))
    .first()
    .waitFor();
  await page.goto("/profile", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
});

test("phone users see in the account menu who is signed in", { tag: "@long" }, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const email = await signInAsNew(page, baseURL!);
  await page.goto("/");
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByRole("menu").getByText(email)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("menu").getByText(email.split("@")[0]!, { exact: true })).toBeVisible();
});
