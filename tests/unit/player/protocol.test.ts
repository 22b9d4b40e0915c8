import { expect, test } from "vitest";
import { parsePlayerMessage, playerCommand } from "../../../lib/player/protocol.ts";

const message = (event: string, info: unknown) =>
  parsePlayerMessage(JSON.stringify({ event, info, id: "lectern" }));

test("what the player says is read by field", () => {
  const info = {
    currentTime: 12.5,
    duration: 600,
    playerState: 1,
    playbackRate: 1.5,
    videoData: { video_id: "abcdefghijk", title: "x", isLive: false },
  };
  expect(message("initialDelivery", info)).toEqual({
    position: 12.5,
    duration: 600,
    state: 1,
    rate: 1.5,
    videoId: "abcdefghijk",
  });
  expect(message("infoDelivery", { playbackRate: 2 })).toEqual({ rate: 2 });
  expect(message("onStateChange", 0)).toEqual({ state: 0 });
  expect(message("onError", 150)).toEqual({ error: 150 });
  expect(message("onReady", null)).toEqual({});
});

test("what has not the known type is left out", () => {
  expect(
    message("infoDelivery", {
      currentTime: "12",
      duration: null,
      playerState: {},
      playbackRate: "NaN",
      videoData: [],
    }),
  ).toEqual({});
  expect(message("infoDelivery", null)).toEqual({});
  expect(message("infoDelivery", { duration: 0, currentTime: 0 })).toEqual({ position: 0 });
});

test.each([[{ event: "onReady" }], ["{"], ["null"], ["[]"], ["12"], [undefined], ['{"event":5}']])(
  "%j is no message of the player's",
  (data) => {
    expect(parsePlayerMessage(data)).toBeNull();
  },
);

test("a command is a string, as the player takes it", () => {
  expect(JSON.parse(playerCommand("seekTo", 12, true))).toEqual({
    event: "command",
    func: "seekTo",
    args: [12, true],
    id: "lectern",
    channel: "widget",
  });
});
