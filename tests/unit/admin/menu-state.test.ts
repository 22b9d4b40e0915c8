import { expect, test } from "vitest";
import { MENU_COOKIE, menuCookie, parseMenuState, readMenuState } from "../../../lib/admin/menu-state.ts";

test.each([undefined, "", "expanded", "COLLAPSED", "true", "<script>"])(
  "the menu is expanded where the cookie says %j",
  (value) => {
    expect(parseMenuState(value)).toBe("expanded");
  },
);

test("what is written is read again, whatever stands beside it", () => {
  for (const state of ["collapsed", "expanded"] as const) {
    const [pair] = menuCookie(state, "https:").split(";");
    for (const cookies of [pair, `a=b; ${pair}`, `${pair}; a=b`, `x${MENU_COOKIE}=other; ${pair};c=d`]) {
      expect(readMenuState(cookies!)).toBe(state);
    }
  }
  expect(readMenuState("")).toBe("expanded");
  expect(readMenuState(`x${MENU_COOKIE}=collapsed`)).toBe("expanded");
});

test("the cookie lasts seven days, stays here, and is secure where the site is", () => {
  expect(menuCookie("collapsed", "https:")).toBe(
    "lectern-side-menu=collapsed; Path=/; Max-Age=604800; SameSite=Lax; Secure",
  );
  expect(menuCookie("expanded", "http:")).toBe(
    "lectern-side-menu=expanded; Path=/; Max-Age=604800; SameSite=Lax",
  );
});
