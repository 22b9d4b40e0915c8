import { setTimeout as delay } from "node:timers/promises";

// Run as a process of its own, which no flood holds up: asks for pages until its input ends, then prints how long
// each answer took, in milliseconds, as JSON; -1 for one that was not 200.

const addresses = process.argv.slice(2);
const times: number[] = [];
let isOver = false;
process.stdin
  .on("end", () => {
    isOver = true;
  })
  .resume();
console.log("begun");
for (let index = 0; !isOver; index++) {
  const started = performance.now();
  const answer = await fetch(addresses[index % addresses.length] as string).catch(() => null);
  await answer?.arrayBuffer().catch(() => {});
  times.push(answer?.status === 200 ? performance.now() - started : -1);
  await delay(20);
}
console.log(JSON.stringify(times));
