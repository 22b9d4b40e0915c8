import { READY } from "../../lib/early-press.ts";
import { addAccount, newEmail, password } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { field, lecture } from "./notes-panel.ts";
import { holdRequests, lecturePath, shortCourse, toast } from "./pages.ts";

const scripts = /\/_next\/static\/.*\.js/;

test("what is pressed before the scripts have loaded is done once they have, and once only", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const counts = Object.assign(window, { repeated: 0 });
    const count = ({ isTrusted }: Event) => {
      if (!isTrusted) counts.repeated += 1;
    };
    addEventListener("click", count, true);
  });
  const open = async (path: string) => {
    const release = await holdRequests(page, scripts);
    await page.goto(path, { waitUntil: "commit" });
    return release;
  };
  const notes = page.getByRole("button", { name: "Notes", exact: true });

  await test.step("no press after which something else was pressed", async () => {
    const release = await open(lecture);
    await notes.click();
    await page.getByRole("heading", { level: 1 }).click();
    const ready = page.evaluate((name) => new Promise((done) => addEventListener(name, done)), READY);
    release();
    await ready;
    await expect(notes).toHaveAttribute("aria-expanded", "false");
  });

  await test.step("a press, and another out of impatience", async () => {
    const release = await open(lecture);
    await notes.dblclick();
    await expect(notes).toHaveAttribute("aria-expanded", "false");
    release();
    await expect(notes).toHaveAttribute("aria-expanded", "true");
    expect(await page.evaluate(() => (window as unknown as { repeated: number }).repeated)).toBe(1);
  });

  await test.step("the last press, also by the keyboard", async () => {
    const release = await open(lecturePath(shortCourse.id, "2"));
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await page.getByRole("button", { name: "Add a note" }).focus();
    await page.keyboard.press("Enter");
    release();
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL(lecturePath(shortCourse.id, "2"));
  });

  await test.step("a tab", async () => {
    const release = await open("/auth");
    await page.getByRole("tab", { name: "Sign Up" }).click();
    release();
    await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
  });

  await test.step("a press that leads to another page", async () => {
    const release = await open(lecture);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    release();
    await expect(toast(page, "Please sign in")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?next=/);
  });

  await test.step("a form, with what was typed before", async () => {
    const email = newEmail();
    await addAccount(email);
    const release = await open("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    release();
    await expect(toast(page, "Logged in successfully!")).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});
