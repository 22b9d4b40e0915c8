/** Counts the HTTP responses in the bytes of a connection, without storing them. */
export class AnswerReader {
  answers = 0;
  failed = 0;
  #head = "";
  /** Remaining bytes of a body, or of a chunk with its line end; null while a head or a chunk size is read. */
  #left: number | null = null;
  #chunked = false;
  #isLastChunk = false;

  /** Reads the bytes that have arrived; returns whether a response has ended. */
  read(bytes: Buffer): boolean {
    let position = 0;
    const before = this.answers;
    while (position < bytes.length) {
      if (this.#left === null) position = this.#readHead(bytes, position);
      else {
        const step = Math.min(this.#left, bytes.length - position);
        position += step;
        this.#left -= step;
      }
      if (this.#left === 0) this.#endPart();
    }
    return this.answers > before;
  }

  /** Reads to the end of a head, or of the line with the next chunk's size; returns the position after it. */
  #readHead(bytes: Buffer, start: number): number {
    const mark = this.#chunked ? "\r\n" : "\r\n\r\n";
    const before = this.#head.length;
    // A mark may begin in the previous bytes. A head is short, so only a few bytes are decoded at a time.
    this.#head += bytes.toString("latin1", start, Math.min(bytes.length, start + 8192));
    const end = this.#head.indexOf(mark, Math.max(0, before - mark.length));
    if (end === -1) return bytes.length;
    const head = this.#head.slice(0, end);
    this.#head = "";
    if (this.#chunked) this.#startChunk(head);
    else this.#startBody(head);
    return start + end + mark.length - before;
  }

  #startBody(head: string): void {
    if (!head.startsWith("HTTP/1.1 200")) this.failed++;
    this.#chunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (!this.#chunked) this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  }

  #startChunk(line: string): void {
    const size = Number.parseInt(line, 16);
    this.#isLastChunk = size === 0;
    this.#left = size + 2;
  }

  #endPart(): void {
    this.#left = null;
    if (this.#chunked && !this.#isLastChunk) return;
    this.#chunked = false;
    this.answers++;
  }
}
