import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { SaxesParser } from "saxes";

// A worker would be made from text, which the pages' policy forbids. The browser inflates beside the page anyway.
configure({ useWebWorkers: false, useCompressionStream: true });

/** Files in a workbook. One with pictures on every sheet has some thousands. */
const PART_LIMIT = 20_000;

/** What a workbook is refused for, in words for the person who chose it. */
export class WorkbookError extends Error {
  override name = "WorkbookError";
}

/** What is called while a part is read. Names are without a prefix. */
export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/** The files that a workbook is an archive of. */
export class WorkbookParts {
  private readonly entries: Map<string, FileEntry>;
  private readonly byteLimit: number;

  private constructor(entries: Map<string, FileEntry>, byteLimit: number) {
    this.entries = entries;
    this.byteLimit = byteLimit;
  }

  /** @param byteLimit bytes that a part may have when it is unpacked */
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

  /** Whether a part's path ends so. */
  hasLike(end: string): boolean {
    return [...this.entries.keys()].some((path) => path.endsWith(end));
  }

  /** Reads a part as XML while it is unpacked; a part that is not there has nothing in it. */
  async read(path: string, handlers: XmlHandlers): Promise<void> {
    const entry = this.entries.get(keyOf(path));
    if (!entry) return;
    const parser = createParser(handlers);
    const decoder = new TextDecoder();
    let bytes = 0;
    let fault: unknown = null;
    const write = (chunk: Uint8Array) => {
      // The size that the archive declares is not believed.
      bytes += chunk.length;
      if (bytes > this.byteLimit) {
        const limit = Math.round(this.byteLimit / 1024 / 1024);
        throw new WorkbookError(
          `The workbook is too large: unpacked, a part of it has more than ${limit} MB.`,
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
      // The archive's own error stands in for what was thrown while writing.
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
  if (text) parser.on("text", text);
  if (open)
    parser.on("opentag", ({ name, attributes }) =>
      open(localName(name), attributes as Record<string, string>),
    );
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  return parser;
}

/** An attribute by its name without a prefix. */
export function attributeOf(attributes: Record<string, string>, wanted: string): string | undefined {
  const name = Object.keys(attributes).find((key) => localName(key) === wanted);
  return name === undefined ? undefined : attributes[name];
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Some programs write paths with another case or slash. */
const keyOf = (path: string) => path.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
