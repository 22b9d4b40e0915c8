import { describe, expect, it } from "vitest";
import { decodeText } from "../../../lib/csv/decode-text.ts";
import { WINDOW_LENGTH } from "../../../lib/csv/encoding.ts";
import { bytesOf, collect } from "./support.ts";

/** Decodes bytes, given in chunks of `size`, with the encoding detected. */
async function read(bytes: Uint8Array, size = bytes.length || 1, pieceLength = 65_536) {
  return (await collect(decodeText(bytesOf(bytes, size), null, pieceLength))).join("");
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const DAMAGED = "Caf\uDC80";

describe("bytes that are not ASCII are taken for Windows-1252 where they are plainly that", () => {
  it.each<[string, Uint8Array, string]>([
    ["one accent", latin1("Café"), "Café"],
    ["German", latin1("Größe, Übung, Maß für Ähnliches"), "Größe, Übung, Maß für Ähnliches"],
    ["signs", Buffer.from([0x93, 0x41, 0x94, 0x20, 0x97, 0x20, 0x80, 0x35, 0x85]), "“A” — €5…"],
    ["an apostrophe in a word", Buffer.from([0x49, 0x74, 0x92, 0x73]), "It’s"],
    ["letters of its own", latin1("c\x9cur, \x8akoda"), "cœur, Škoda"],
  ])("%s", async (_, bytes, text) => expect(await read(bytes)).toBe(text));
});

describe("bytes stay UTF-8, with the damage to be seen, where they are not", () => {
  const good = Buffer.from("é".repeat(9));
  it.each<[string, Uint8Array]>([
    ["UTF-8", good],
    ["UTF-8 that is damaged in places", Buffer.concat([good, latin1("é, é")])],
    ["a byte without a meaning", latin1("é \x81")],
    ["letters of DOS", latin1("Caf\x82 cr\x8ame")],
    ["letters of the Macintosh", latin1("caf\x8e gr\x9fn")],
    ["a byte order mark before", Buffer.concat([Buffer.from("\uFEFF"), latin1("Café")])],
  ])("%s", async (name, bytes) => {
    const text = await read(bytes);
    expect(text.isWellFormed()).toBe(name === "UTF-8");
  });

  it("and all of them are damage where one has no meaning", async () => {
    expect(await read(latin1("é \x81"))).toBe("\uDC80 \uDC80");
  });

  it("as a character that the end cuts", async () => {
    expect(await read(Buffer.concat([Buffer.from("é"), Buffer.from("é").subarray(0, 1)]))).toBe("é\uDC80");
  });
});

describe("however the source cuts its chunks, the first bytes that are not ASCII decide", () => {
  const plain = "x".repeat(3 * WINDOW_LENGTH);
  const late1252 = latin1(`${plain}Café, über\n${"y".repeat(WINDOW_LENGTH)}é`);
  const lateUtf8 = Buffer.from(`${plain}Café, über\n${"y".repeat(WINDOW_LENGTH)}é`);

  /** Reads a file whose plain letters come in large chunks, all but the last of them, and the rest in chunks of `size`. */
  async function readLate(bytes: Uint8Array, size: number) {
    const start = plain.length - 1000;
    async function* chunks() {
      yield* bytesOf(bytes.subarray(0, start), Math.max(size, 1000));
      yield* bytesOf(bytes.subarray(start), size);
    }
    return (await collect(decodeText(chunks(), null, 65_536))).join("");
  }

  it.each([1, 7, 1000, WINDOW_LENGTH, 1 << 20])("with chunks of %i", async (size) => {
    const wanted = lateUtf8.toString();
    expect((await readLate(late1252, size)) === wanted).toBe(true);
    expect((await readLate(lateUtf8, size)) === wanted).toBe(true);
  });

  it("with the letters before them in their cell, which tell that an accent of the Macintosh or of DOS is none", async () => {
    for (const title of ["Newton\xd5s laws", "Caf\x82 and more"]) {
      const bytes = latin1(`Course,Title\n${plain},${title}\n`);
      for (const size of [1, 1000, bytes.length])
        expect((await readLate(bytes, size)).isWellFormed()).toBe(false);
    }
  });

  it("by a window of fixed length, whatever comes behind it", async () => {
    const window = `é${"y".repeat(WINDOW_LENGTH - 1)}`;
    const bytes = Buffer.concat([latin1(window), Buffer.from("é".repeat(20))]);
    for (const size of [100, bytes.length]) expect((await read(bytes, size)).endsWith("Ã©")).toBe(true);
    const late = Buffer.concat([latin1(`é${"y".repeat(1000)}`), Buffer.from("é".repeat(20))]);
    for (const size of [100, late.length]) expect((await read(late, size)).endsWith("é")).toBe(true);
    const other = Buffer.concat([Buffer.from(window), latin1("Café".repeat(20))]);
    for (const size of [100, other.length]) expect((await read(other, size)).endsWith(DAMAGED)).toBe(true);
  });
});

describe("UTF-16", () => {
  const sample = "\uFEFFa,é\n日本,𝒳\uD800x\n";
  it("is read in both orders of its bytes, wherever these are cut, with half characters as they are", async () => {
    const little = Buffer.from(sample, "utf16le");
    const big = Buffer.from(little).swap16();
    for (let size = 1; size <= little.length; size++) {
      for (const pieceLength of [1, 2, 5, 65_536]) {
        const [first, second] = await Promise.all([
          collect(decodeText(bytesOf(little, size), "utf-16le", pieceLength)),
          collect(decodeText(bytesOf(big, size), "utf-16be", pieceLength)),
        ]);
        expect([first.join(""), second.join("")]).toEqual([sample.slice(1), sample.slice(1)]);
      }
    }
  });

  it("with half a character at the end is damaged there", async () => {
    expect((await collect(decodeText(bytesOf(latin1("a\0b")), "utf-16le", 10))).join("")).toBe("a\uDC80");
  });
});
