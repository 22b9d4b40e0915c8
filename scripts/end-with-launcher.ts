// Preloaded into Next's processes. The launcher holds the other end of this IPC channel; the kernel closes
// it when the launcher ends, even after kill -9.
if (process.env.LECTERN_LAUNCHED) {
  // The workers that Next forks have a channel to Next instead, and must not inherit this variable.
  delete process.env.LECTERN_LAUNCHED;
  process.on("disconnect", () => process.exit(1));
  // A referenced channel would keep a finished build from exiting.
  process.channel?.unref();
}
