export type PlayerOptions = {
  /** The length of the video, in seconds. */
  duration: number;
  /** The interval of its reports, in milliseconds; browsers lengthen it in a hidden tab. */
  reportMs: number;
  isSilent: boolean;
  /** Whether it shows controls, for testing the page by hand. */
  hasControls?: boolean;
};

/**
 * Replaces YouTube's player, the only part that needs the network: it exchanges the same messages. It ignores all
 * messages until it is ready, accepts only strings from the origin that its address names, and plays by the clock of
 * the page, which a test may control.
 */
function standIn(options: PlayerOptions): void {
  const address = new URL(location.href);
  const origin = address.searchParams.get("origin");
  const info = {
    currentTime: Number(address.searchParams.get("start") ?? 0),
    duration: options.duration,
    playerState: address.searchParams.get("autoplay") === "1" ? 1 : 5,
    playbackRate: 1,
    /** Whether a message of the page has arrived. */
    isHeard: false,
    videoData: { video_id: address.pathname.split("/").at(-1), title: "Stand-in", isLive: false },
  };
  let id: string | undefined;
  let isReady = false;
  let lastAt = performance.now();
  const post = (event: string, told: unknown) => {
    if (id !== undefined && origin)
      parent.postMessage(JSON.stringify({ event, id, channel: "widget", info: told }), origin);
  };
  const setState = (state: number) => {
    info.playerState = state;
    post("infoDelivery", { playerState: state, currentTime: info.currentTime, duration: info.duration });
  };
  const play = () => {
    const now = performance.now();
    if (info.playerState === 1) {
      info.currentTime = Math.min(
        info.duration,
        info.currentTime + ((now - lastAt) / 1000) * info.playbackRate,
      );
      post("infoDelivery", { currentTime: info.currentTime });
      if (info.currentTime >= info.duration) setState(0);
    }
    lastAt = now;
  };
  const commands: Record<string, (...args: never[]) => void> = {
    seekTo: (seconds: number) => {
      info.currentTime = seconds;
      post("infoDelivery", { currentTime: seconds });
    },
    playVideo: () => setState(1),
    pauseVideo: () => setState(2),
    setPlaybackRate: (rate: number) => {
      info.playbackRate = rate;
      post("infoDelivery", { playbackRate: rate });
    },
  };
  addEventListener("message", ({ data, origin: sender }) => {
    if (!isReady || options.isSilent || sender !== origin || typeof data !== "string") return;
    const { event, func, args = [], id: given } = JSON.parse(data);
    if (event === "listening" && id === undefined) {
      id = given;
      info.isHeard = true;
      post("initialDelivery", info);
      post("onReady", null);
    }
    if (event === "command") commands[func]?.(...(args as never[]));
  });
  setTimeout(() => {
    isReady = true;
  }, 400);
  setInterval(play, options.reportMs);
  if (options.hasControls) showControls();
  function showControls(): void {
    const toggle = document.body.appendChild(document.createElement("button"));
    const place = document.body.appendChild(document.createElement("input"));
    Object.assign(place, { type: "range", min: "0", max: String(info.duration), step: "1" });
    toggle.addEventListener("click", () => setState(info.playerState === 1 ? 2 : 1));
    place.addEventListener("input", () => commands.seekTo?.(Number(place.value) as never));
    for (const code of [100, 150, 5]) {
      const failing = document.body.appendChild(document.createElement("button"));
      failing.textContent = `Fail with ${code}`;
      failing.addEventListener("click", () => {
        setState(-1);
        post("onError", code);
      });
    }
    setInterval(() => {
      toggle.textContent = info.playerState === 1 ? "Pause" : "Play";
      place.value = String(info.currentTime);
    }, 200);
  }
  Object.assign(window, {
    standIn: {
      ...commands,
      info,
      setState,
      /** An advertisement is over, or begins: the time and the length are of something else. */
      setDuration: (seconds: number) => {
        Object.assign(info, { currentTime: 0, duration: seconds });
        post("infoDelivery", { currentTime: 0, duration: seconds });
      },
      fail: (code: number) => {
        setState(-1);
        post("onError", code);
      },
    },
  });
}

/** The HTML document of the player. */
export const standInDocument = (options: PlayerOptions) =>
  `<!doctype html><html lang="en"><title>Player</title><p>Player stub</p><script>(${standIn})(${JSON.stringify(options)})</script></html>`;
