/** What the launcher tells the backend process to start with. */
export type StartMessage = {
  dataDir: string;
  databaseUrl?: string;
  siteUrl: string;
  migrationsDir: string;
  launcherPid: number;
};

/** What a running backend says of itself. */
export type ReadyMessage = {
  type: "ready";
  url: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
};

/** What the backend process tells its launcher. */
export type BackendMessage = ReadyMessage | { type: "error"; message: string };
