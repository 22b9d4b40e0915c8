import type { AccountRole } from "./roles.ts";

/** The signed-in user, with what the user interface needs. */
export type Viewer = {
  id: string;
  email: string;
  /** The part of the e-mail before the at-sign. */
  name: string;
  role: AccountRole;
};

/** Whether an account has a second factor, and whether the backend offers any. */
export type TwoFactor = { isAvailable: boolean; isOn: boolean };

/** A second factor in enrolment. An app gets its secret as typed text, by a link, or by a picture with a QR code. */
export type NewFactor = { factorId: string; secret: string; uri: string; picture: string };

/** The own data that an account can see and change. */
export type OwnAccount = {
  /** The name that others see; null if there is none. */
  displayName: string | null;
  /** Whether the session of this request has given the code of a second factor. */
  hasGivenCode: boolean;
  /** The session of this request first, then the most recently active ones. */
  sessions: OwnSession[];
};

/** A session of an account. Dates are in milliseconds since 1970; `device` and `address` may be unknown. */
export type OwnSession = {
  id: string;
  isCurrent: boolean;
  device: string | null;
  address: string | null;
  createdAt: number;
  lastActiveAt: number;
};

/** The part of an e-mail before the at-sign. */
export function localPart(email: string): string {
  return email.split("@")[0] ?? "";
}

/** The letter that is shown instead of a user's picture. */
export function initialOf(name: string): string {
  return ([...name][0] ?? "?").toUpperCase();
}
