"use client";

import { useEffect, useState } from "react";

/** The seconds that are left, counted down to 0, and the function that restarts the countdown. */
export function useCountdown(seconds: number): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  useEffect(() => {
    // Reads the clock, because timers of a page in the background run less often.
    const readClock = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(readClock, 1000);
    readClock();
    return () => clearInterval(timer);
  }, [end]);
  return [secondsLeft, (next) => setEnd(Date.now() + next * 1000)];
}
