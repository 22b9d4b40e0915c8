import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { SaxesParser } from "saxes";

// zip.js builds its worker from text, which the page's CSP forbids. The native stream needs no worker anyway.
configure({ useWebWorkers: false, useCompressionStream: true });

/** The most files in a workbook. A workbook with pictures on every sheet has some thousands. */
const PART_LIMIT = 20_000;

/** Why a workbook is refused, as a message for the person who chose it. */
export class WorkbookError extends Error {
  override name = "WorkbookError";
}

/** Callbacks for the XML of a part. Names are passed without a namespace prefix. */
export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** The files in the ZIP archive of a workbook. */
export class WorkbookParts {
  private readonly entries: Map<string, FileEntry>;
  private readonly byteLimit: number;

  private constructor(entries: Map<string, FileEntry>, byteLimit: number) {
    this.entries = entries;
    this.byteLimit = byteLimit;
  }

  /** @param byteLimit the most bytes that an unpacked part may have */
  static async open(file: Blob, byteLimit: number): Promise<WorkbookParts> {
    const entries = new Map<string, FileEntry>();
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (entries.size === PART_LIMIT) throw new WorkbookError("The workbook has too many parts.");
      if (!entry.directory) entries.set(keyOf(entry.filename), entry);
    }
    return new WorkbookParts(entries, byteLimit);
  }

  has(path: string): boolean {
    return this.entries.has(keyOf(path));
  }

  /** Whether any part's path ends with this text. */
  hasLike(end: string): boolean {
    return [...this.entries.keys()].some((path) => path.endsWith(end));
  }

  /** Parses a part as XML while it is being unpacked; a missing part counts as empty. */
  async read(path: string, handlers: XmlHandlers): Promise<void> {
    const entry = this.entries.get(keyOf(path));
    if (!entry) return;
    const parser = createParser(handlers);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let bytes = 0;
    let fault: unknown = null;
    const write = (chunk: Uint8Array) => {
      // The size that the archive declares is not trusted.
      bytes += chunk.length;
      if (bytes > this.byteLimit) {
        const limit = Math.round(this.byteLimit / 1024 / 1024);
        throw new WorkbookError(
          `The workbook is too large: unpacked, a part of it has more than ${limit} MB. Save it as CSV, and import that.`,
        );
      }
      parser.write(decoder.decode(chunk, { stream: true }));
    };
    const keepingFaults = (chunk: Uint8Array) => {
      try {
        write(chunk);
      } catch (error) {
        fault = error;
        throw error;
      }
    };
    await entry.getData(new WritableStream({ write: keepingFaults })).catch((error) => {
      // zip.js rejects with its own error; the one that `write` threw is rethrown instead.
      throw fault ?? error;
    });
    parser.write(decoder.decode()).close();
  }
}

function createParser({ open, close, text }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser({ position: false });
  parser.on("error", (error) => {
    throw error;
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  if (open)
    parser.on("opentag", ({ name, attributes }) =>
      open(localName(name), attributes as Record<string, string>),
    );
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  return parser;
}

/** The value of an attribute, found by its name without a namespace prefix. */
export function attributeOf(attributes: Record<string, string>, wanted: string): string | undefined {
  const name = Object.keys(attributes).find((key) => localName(key) === wanted);
  return name === undefined ? undefined : attributes[name];
}

/** Whether an attribute of XML says yes. */
export const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Normalises a path: some programs write it in another letter case, with backslashes, or with signs as in an address.
 */
function keyOf(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
