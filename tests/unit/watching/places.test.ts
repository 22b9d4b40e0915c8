import { expect, test } from "vitest";
import { joinPlaces, placeOnDevice } from "../../../lib/watching/places.ts";
import type { DevicePlace, LectureAbout, Place } from "../../../lib/watching/types.ts";

const about = { courseName: "Any" } as LectureAbout;
const place = (part: Partial<DevicePlace>): DevicePlace => ({
  about,
  position: 0,
  duration: 100,
  watched: [],
  at: 0,
  ...part,
});

test("places in one video become the latest, with all that was watched", () => {
  const [early, late]: Place[] = [
    place({ position: 80, watched: [[60, 80]], at: 1 }),
    place({ position: 50, watched: [[0, 50]], at: 2 }),
  ];
  const watched = [
    [0, 50],
    [60, 80],
  ];
  expect(joinPlaces([early!, late!])).toMatchObject({ position: 50, at: 2, watched });
  expect(joinPlaces([])).toBeUndefined();
});

test("a device offers a place in other lectures with the same video, and in none with another video", () => {
  const places = {
    1: place({ videoId: "same--video", position: 30, at: 1 }),
    2: place({ position: 40, at: 2 }),
    3: place({ videoId: "other-video", position: 50, at: 3 }),
  };
  expect(placeOnDevice(places, 9, "same--video")).toMatchObject({ position: 30 });
  expect(placeOnDevice(places, 9, "third-video")).toBeUndefined();
  // The video of an old place is not known: it is its own lecture's.
  expect(placeOnDevice(places, 2, "third-video")).toMatchObject({ position: 40 });
  expect(placeOnDevice(places, 3, "same--video")).toMatchObject({ position: 30 });
});
