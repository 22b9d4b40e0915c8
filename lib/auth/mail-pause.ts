/**
 * Seconds between two mails with a link to one address. A little longer than the auth service's minute, which begins
 * when its mail is sent.
 */
export const MAIL_PAUSE_SECONDS = 65;
