import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a server whose connections can be cut, either on demand or after a number of bytes. */
export type CutLine = {
  url: string;
  /** Bytes that have gone to the server. */
  sent(): number;
  /** How many times a byte limit of `cutAfter` has cut the connections. */
  cuts(): number;
  /** Cuts all connections after the first number of further bytes, then after the next number, and so on. */
  cutAfter(...bytes: number[]): void;
  /** Lets each connection send this many more bytes to the server, then pauses it until the next call. */
  allow(bytes: number): void;
  /** Breaks every connection and refuses new ones until `mend` is called. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
};

export async function startCutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  /** For each connection, a function that resets its byte allowance and resumes it. */
  const renewals = new Set<() => void>();
  let allowed = Number.POSITIVE_INFINITY;
  let isCut = false;
  let sent = 0;
  let cuts = 0;
  let limits: number[] = [];
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line = createServer((client) => {
    if (isCut) return client.destroy();
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    server.pipe(client);
    let room = allowed;
    const renew = () => {
      room = allowed;
      client.resume();
    };
    renewals.add(renew);
    client.on("close", () => renewals.delete(renew));
    client.on("data", (data) => {
      sent += data.length;
      room -= data.length;
      const [limit] = limits;
      if (limit !== undefined && sent >= limit) {
        limits = limits.slice(1);
        cuts += 1;
        breakOff();
      } else if (!server.write(data) || room <= 0) client.pause();
    });
    server.on("drain", () => {
      if (room > 0) client.resume();
    });
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    url: `http://${new URL(target).hostname}:${(line.address() as AddressInfo).port}`,
    sent: () => sent,
    cuts: () => cuts,
    cutAfter: (...bytes) => {
      let at = sent;
      limits = bytes.map((more) => (at += more));
    },
    allow: (bytes) => {
      allowed = bytes;
      for (const renew of renewals) renew();
    },
    cut: () => {
      isCut = true;
      breakOff();
    },
    mend: () => {
      isCut = false;
    },
    stop: async () => {
      breakOff();
      line.close();
      await once(line, "close");
    },
  };
}
