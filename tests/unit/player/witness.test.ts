import { expect, test } from "vitest";
import { createWitness } from "../../../lib/player/witness.ts";

/** The last result of a witness that gets the position four times a second during some seconds of play. */
function play(witness: ReturnType<typeof createWitness>, seconds: number, { from = 0, duration = 600 } = {}) {
  let said = null;
  for (let position = from; position <= from + seconds; position += 0.25)
    said = witness({ position, duration, isPlaying: true, hasEnded: false });
  return said;
}

test("a video's length is believed after twenty seconds of play, of a short one at its end", () => {
  const witness = createWitness();
  expect(play(witness, 19)).toBeNull();
  expect(play(witness, 2, { from: 19 })).toBe(600);
  const short = createWitness();
  expect(play(short, 15, { duration: 16 })).toBeNull();
  expect(short({ position: 16, duration: 16, isPlaying: false, hasEnded: true })).toBe(16);
});

test("an advertisement's length is not", () => {
  const witness = createWitness();
  expect(play(witness, 44, { duration: 45 })).toBeNull();
  expect(play(witness, 15)).toBeNull();
  expect(play(witness, 21)).toBe(600);
});

test("jumps, and what does not play, say nothing", () => {
  const witness = createWitness();
  for (const position of [0, 100, 200, 300, 400])
    expect(witness({ position, duration: 600, isPlaying: true, hasEnded: false })).toBeNull();
  for (let position = 0; position < 60; position++)
    expect(witness({ position, duration: 600, isPlaying: false, hasEnded: false })).toBeNull();
});
