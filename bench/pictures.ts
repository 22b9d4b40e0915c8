import { crc32, deflateSync } from "node:zlib";
import { type LoopbackServer, startLoopbackServer } from "../tests/loopback-server.ts";
import { createRandom } from "./random.ts";

/** Size of the thumbnails that YouTube serves as `hqdefault`. */
const [WIDTH, HEIGHT] = [480, 360];
/** The width of squares of one colour with which the file has about 20 kB, like such a thumbnail. */
const SQUARE = 6;

/** Starts a server on this machine that answers every address with a thumbnail, as the thumbnails' host would. */
export function startPictures(): Promise<LoopbackServer> {
  const picture = drawPicture();
  return startLoopbackServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "image/png",
      "content-length": picture.length,
      "cache-control": "public, max-age=7200",
    });
    response.end(picture);
  });
}

function drawPicture(): Buffer {
  const random = createRandom(1);
  const colours = Array.from({ length: Math.ceil(HEIGHT / SQUARE) }, () =>
    Array.from({ length: WIDTH / SQUARE }, () => [0, 1, 2].map(() => random.between(0, 255))),
  );
  const lines = Array.from({ length: HEIGHT }, (_, y) => {
    const squares = colours[Math.floor(y / SQUARE)] ?? [];
    return [0, ...squares.flatMap((colour) => Array.from({ length: SQUARE }, () => colour).flat())];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits per channel, with red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(lines.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
