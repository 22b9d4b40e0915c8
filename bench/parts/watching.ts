import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { Session } from "../../tests/faults/session.ts";
import type { Part, Row } from "../part.ts";

/** The interval at which `components/player/account-beats.client.ts` sends its requests. */
const PAUSE_SECONDS = 15;

/** Learners who watch at the same time and report it every fifteen seconds, compared with as many cached pages. */
export const part: Part = {
  name: "watching",
  title: "Learners who watch at the same time, each with a request every 15 s (the client shares the cores)",
  async run(context) {
    const { BASE_URL, DATABASE_URL } = (await context.product()).environment;
    const count = context.isShort ? 6 : 1_000;
    const pauseSeconds = context.isShort ? 0.2 : PAUSE_SECONDS;
    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    context.defer(() => sql.end());
    const lectures = (await sql`select id from lectures order by id limit 500`).map(({ id }) => Number(id));
    context.log(`signing ${count} learners up`);
    const learners = await signUp(BASE_URL, count);
    context.defer(() => sql`delete from auth.users where email like 'watching-%@example.com'`);
    const beat = ({ session, nth }: Learner, round: number) => {
      const from = round * PAUSE_SECONDS;
      const item = {
        recordId: lectures[nth % lectures.length],
        position: from + PAUSE_SECONDS,
        duration: 3_000,
        watched: [[from, from + PAUSE_SECONDS]],
        ago: 0,
      };
      return session.send("POST", "/api/watching", { items: [item] });
    };
    const read = ({ session }: Learner) => session.send("GET", "/course/classical-mechanics");
    // The first round of each is a warm-up, in which the server compiles its code.
    const rounds = context.isShort ? 1 : 3;
    const times: Record<"beat" | "page", number[]> = { beat: [], page: [] };
    for (let turn = 0; turn <= rounds; turn++) {
      context.log(turn === 0 ? "warming up" : `round ${turn} of ${rounds}`);
      const beats = await spread(learners, pauseSeconds, (learner) => beat(learner, turn));
      const pages = await spread(learners, pauseSeconds, read);
      if (turn === 0) continue;
      times.beat.push(...beats);
      times.page.push(...pages);
    }
    return [toRow("half of the answers", 0.5, times), toRow("the 99th hundredth", 0.99, times, 250)];
  },
};

type Learner = { session: Session; nth: number };

async function signUp(url: string, count: number): Promise<Learner[]> {
  const learners: Learner[] = [];
  const waiting = Array.from({ length: count }, (_, nth) => nth);
  const lane = async () => {
    for (let nth = waiting.shift(); nth !== undefined; nth = waiting.shift()) {
      const session = new Session(url, `10.1.${nth >> 8}.${nth & 255}`);
      await session.signUp(`watching-${nth}@example.com`);
      learners.push({ session, nth });
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return learners;
}

/** Sends one request per learner, spread over some seconds; resolves with the milliseconds that each waited. */
async function spread(
  learners: readonly Learner[],
  seconds: number,
  ask: (learner: Learner) => Promise<Response>,
): Promise<number[]> {
  const asked = learners.map(async (learner, place) => {
    await delay((1000 * seconds * place) / learners.length);
    const start = performance.now();
    const answer = await ask(learner);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A learner was answered with ${answer.status}.`);
    return performance.now() - start;
  });
  return Promise.all(asked);
}

function toRow(
  name: string,
  share: number,
  { beat, page }: Record<"beat" | "page", number[]>,
  most?: number,
): Row {
  const at = (times: number[]) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    name,
    value: at(beat),
    unit: "ms",
    compared: { name: "a kept page, asked for as often", value: at(page) },
    ratio: at(beat) / at(page),
    ...(most && { goal: `at most ${most} ms`, isMet: at(beat) <= most }),
  };
}
