import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "./session.ts";

// Floods of requests that one visitor can send to the product.

/** The number of responses by status. */
type Answers = Record<string, number>;

const HOST = "127.0.0.1";
/** The number of concurrent upgrade requests. */
const UPGRADES_AT_ONCE = 300;
const SILENCE_MS = 30_000;

/** Sends requests with `Upgrade:` to existing and missing pages. Each must be answered and its socket closed. */
export async function sendUpgrades(port: number, count: number): Promise<Answers> {
  const answers: Answers = {};
  let next = 0;
  const send = async () => {
    while (next < count) {
      const status = await sendUpgrade(port, next++);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: UPGRADES_AT_ONCE }, send));
  return answers;
}

async function sendUpgrade(port: number, index: number): Promise<string> {
  const socket = connect(port, HOST);
  let answer = "";
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.on("data", (data) => {
    answer += data;
  });
  const path = ["/no/such/page", "/", "/x"][index % 3];
  const protocol = index % 2 === 0 ? "h2c" : "websocket";
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
  );
  await closed(socket);
  return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length) || "none";
}

const closed = (socket: Socket) => once(socket, "close").catch(() => {});

/** Opens connections that send only the beginning of a request. */
export async function openHalf(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect(port, HOST)
      .on("error", () => {})
      .resume(),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n`);
  return sockets;
}

/** Sends sign-ups from one address at the given rate per second. */
export async function signUp(
  session: Session,
  { perSecond, count, password }: { perSecond: number; count: number; password: string },
): Promise<Answers> {
  const answers: Answers = {};
  const sent: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const account = { email: `flood-${index}@example.org`, password };
    const note = (status: string) => {
      answers[status] = (answers[status] ?? 0) + 1;
    };
    const request = session.send("POST", "/api/auth/sign-up", account);
    sent.push(
      request.then(
        async (answer) => {
          await answer.text();
          note(String(answer.status));
        },
        () => note("none"),
      ),
    );
    await delay(1000 / perSecond);
  }
  await Promise.all(sent);
  return answers;
}
