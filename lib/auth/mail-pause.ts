/**
 * Minimum seconds between two mails with a link to the same address. A little longer than the auth service's own
 * minute, which begins later, when its mail is sent.
 */
export const MAIL_PAUSE_SECONDS = 65;
