/**
 * The header by which a page names the account that it acts for. Its cookies may be another account's by now: a link of
 * a mail, or another tab, may have signed in as that one.
 */
export const ACCOUNT_HEADER = "lectern-account";

/** The code of the refusal of a call that was made for another account than that of the session. */
export const OTHER_ACCOUNT = "other_account";
