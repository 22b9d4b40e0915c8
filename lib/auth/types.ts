import type { AccountRole } from "./roles.ts";

/** The signed-in user, as the interface needs to know it. */
export type Viewer = {
  id: string;
  email: string;
  /** The part of the e-mail before the at-sign. */
  name: string;
  role: AccountRole;
};

/** Whether an account has a second factor, and whether the backend offers any. */
export type TwoFactor = { isAvailable: boolean; isOn: boolean };

/** A second factor that is being enrolled. Its secret goes into an app: typed in, by a link, or by a picture, a QR code. */
export type NewFactor = { factorId: string; secret: string; uri: string; picture: string };

/** What an account sees of itself and changes. */
export type OwnAccount = {
  /** What others see; null where there is none. */
  displayName: string | null;
  /** The one of this request first, then the latest active. */
  sessions: OwnSession[];
};

/** Where an account is signed in. Dates are in milliseconds since 1970; `device` and `address` may be unknown. */
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

/** The letter that stands for a user in place of a picture. */
export function initialOf(name: string): string {
  return ([...name][0] ?? "?").toUpperCase();
}
