// Loaded into Next's processes before anything of theirs. The launcher holds the other end of this
// channel; the kernel closes it when the launcher ends in any way, kill -9 included.
if (process.env.LECTERN_LAUNCHED) {
  // Not for the workers that Next forks: theirs is a channel to Next, which keeps them at work.
  delete process.env.LECTERN_LAUNCHED;
  process.on("disconnect", () => process.exit(1));
  // Listening alone would keep a process from ending by itself, as a build has to.
  process.channel?.unref();
}
