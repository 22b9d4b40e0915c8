/** What users are told about their account, word for word from the specification where it says so. */
export const authMessages = {
  invalidEmail: "Invalid email address",
  shortPassword: "Password must be at least 6 characters",
  signedIn: "Logged in successfully!",
  signedUp: "Account created successfully! You can now login.",
  alreadyRegistered: "This email is already registered. Please login instead.",
  signedOut: "Signed out successfully",
  signOutFailed: "Failed to sign out",
  invalidLink: "This link is invalid or has expired. Please ask for a new one.",
  recoverySent: "If there is an account with this email, a link to set a new password is on its way.",
  passwordChanged: "Your password has been changed.",
} as const;

/** The provider's message of a failed sign-up, in the product's words where it has some. */
export function signUpFailure(providerMessage: string): string {
  return providerMessage.includes("already registered") ? authMessages.alreadyRegistered : providerMessage;
}

/** What a user is told after too many tries; `seconds` until the next one. */
export function tooManyAttempts(seconds: number): string {
  return `Too many failed attempts. Please try again in ${seconds} second${seconds === 1 ? "" : "s"}.`;
}
