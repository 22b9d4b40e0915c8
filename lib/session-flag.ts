/** The name of a cookie that scripts can read. It only says that a user is signed in. */
export const SESSION_FLAG = "lectern-signed-in";

/** Whether a cookie header or `document.cookie` carries the flag. */
export function hasSessionFlag(cookies: string): boolean {
  return cookies.split(/;\s*/).includes(`${SESSION_FLAG}=1`);
}

/** A script for the page's head: marks the page as that of a signed-in user before the first paint. */
export const markSignedIn = `if(document.cookie.split("; ").includes("${SESSION_FLAG}=1"))document.documentElement.dataset.signedIn=""`;
