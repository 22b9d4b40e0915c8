/** The cookie that remembers the console's side menu. Scripts write it, the server reads it. */
export const MENU_COOKIE = "lectern-side-menu";

const SEVEN_DAYS = 7 * 24 * 60 * 60;

export type MenuState = "expanded" | "collapsed";

/** The state that the cookie's value stands for; expanded by default. */
export function parseMenuState(value: string | undefined): MenuState {
  return value === "collapsed" ? "collapsed" : "expanded";
}

/** The state in a page's `document.cookie`. */
export function readMenuState(cookies: string): MenuState {
  return parseMenuState(cookies.match(`(?:^|;\\s*)${MENU_COOKIE}=(\\w+)`)?.[1]);
}

/** The value to assign to `document.cookie` to remember a state for seven days. */
export function menuCookie(state: MenuState, protocol: string): string {
  const secure = protocol === "https:" ? "; Secure" : "";
  return `${MENU_COOKIE}=${state}; Path=/; Max-Age=${SEVEN_DAYS}; SameSite=Lax${secure}`;
}
