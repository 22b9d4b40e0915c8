import type { MailOptions } from "./mails.ts";

/** The launcher's settings for the backend process. */
export type StartMessage = {
  dataDir: string;
  databaseUrl?: string;
  siteUrl: string;
  /** The version of Lectern. */
  version: string;
  mail?: MailOptions;
  /** A backup that is restored into `dataDir`, which is empty. */
  restore?: string;
  migrationsDir: string;
  launcherPid: number;
  /** The port of its API; 0 for a free port. */
  port: number;
};

/** Address and keys of a backend that is ready. */
export type ReadyMessage = {
  type: "ready";
  url: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
};

/** Messages of the backend process to its launcher. */
export type BackendMessage = ReadyMessage | { type: "error"; message: string };
