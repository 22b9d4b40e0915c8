import { setTimeout as delay } from "node:timers/promises";

// Runs as a separate process, so that no flood delays it: requests pages until its input ends, then prints how
// long each response took, in milliseconds, as JSON; -1 if the status was not 200.

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
