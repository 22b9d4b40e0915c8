/** Messages about accounts, in the exact words of the specification if it has any. */
export const authMessages = {
  invalidEmail: "Invalid email address",
  shortPassword: "Password must be at least 6 characters",
  longPassword:
    "Password must be at most 72 characters, fewer if it has letters with accents or of other scripts",
  signedIn: "Logged in successfully!",
  noCookies:
    "Your browser keeps no cookies of this site, and signing in needs them. Please allow them and log in again.",
  signedUp: "Account created successfully! You can now login.",
  alreadyRegistered: "This email is already registered. Please login instead.",
  signedOut: "Signed out successfully",
  signOutFailed: "Failed to sign out",
  invalidLink: "This link is invalid or has expired. Please ask for a new one.",
  otherBrowser: "This link works only in the browser that asked for it.",
  addressConfirmed: "Your email address is confirmed. Please log in.",
  oneMoreLink: "Please open the link in the mail to your other address, too.",
  mailSent: "We have sent the mail again.",
  recoverySent: "If there is an account with this email, a link to set a new password is on its way.",
  passwordChanged: "Your password has been changed.",
  wrongPassword: "This is not your current password.",
  staleLink: "Your link has been used, or is older than 15 minutes. Please ask for a new one.",
  sameEmail: "This is your address already.",
  emailChanged: "Your email address has been changed.",
  noMailForEmail:
    "This installation sends no mail, so an address cannot be changed here. Ask its administrator.",
  nameSaved: "Your display name has been saved.",
  noSuchSession: "There is no such session.",
  sessionEndedElsewhere: "That device is signed out.",
  notConfirmed: "Please confirm your email address first: open the link in the mail that we sent you.",
  sixDigits: "Please enter the six digits that your app shows",
  wrongCode: "This code is not right. Please enter the one that your app shows now.",
  logInAgain: "Your login took too long. Please log in again.",
  noTwoFactor: "This installation has no two-factor sign-in.",
  twoFactorOn: "Two-factor sign-in is on. Your other devices are signed out.",
  twoFactorOff: "Two-factor sign-in is off.",
  sessionEnded: "Your session has ended. Please sign in again.",
  busy: "Too many requests at the moment. Please try again in a minute.",
  unavailable: "Your account could not be reached. Please try again in a moment.",
  noMail: "This installation sends no mail. Ask its administrator for a link to set a new password.",
  mailFailed: "The mail could not be sent. Please try again in a few minutes.",
  noMoreMails: "No more mails can be sent at the moment. Please try again in an hour.",
  mailWait: (seconds: number) => `Please wait ${inSeconds(seconds)} before you ask for another mail.`,
} as const;

/** The message after too many attempts; the next attempt is allowed in `seconds`. */
export function tooManyAttempts(seconds: number): string {
  return `Too many failed attempts. Please try again in ${inSeconds(seconds)}.`;
}

/** `1 second`, `2 seconds` … */
export function inSeconds(seconds: number): string {
  return `${seconds} second${seconds === 1 ? "" : "s"}`;
}
