import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Listening = { address: string; stop(): Promise<void> };

/** Has a server listen on a free port of this machine, under a name that means the machine itself. */
export async function listen(server: Server, name: "localhost" | "127.0.0.1"): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${name}:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
