import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedRecord } from "../../../components/api/stored.client.ts";
import { forgetEntriesOf, hasEntriesOf } from "../../../lib/stored-entries.ts";

type Entry = { at: number; text?: string };
const isEntry = (value: unknown): value is Entry => Number.isFinite((value as Entry | null)?.at);
let items: Map<string, string>;
let isFull: boolean;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  items = new Map();
  isFull = false;
  page = new EventTarget();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      items.set(name, text);
    },
    removeItem: (name: string) => items.delete(name),
  });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is stored is there for every tab, until it is taken out", () => {
  const [one, other] = [storedRecord("x", isEntry), storedRecord("x", isEntry)];
  expect(one.set("a", { at: Date.now(), text: "first" })).toBe(true);
  other.set("b", { at: Date.now() });
  expect(Object.keys(one.read())).toEqual(["a", "b"]);
  expect(one.read()).toBe(one.read());
  one.set("a", null);
  expect(Object.keys(other.read())).toEqual(["b"]);
  other.clear();
  expect(one.read()).toEqual({});
});

test("an entry that is older than all that are kept is told not to be stored", () => {
  const record = storedRecord("x", isEntry, { mostEntries: 2 });
  const at = Date.now();
  expect(record.setAll({ a: { at }, b: { at: at - 1 } })).toBe(true);
  expect(record.set("c", { at: at - 2 })).toBe(false);
  expect(record.set("d", { at: at + 1 })).toBe(true);
  expect(Object.keys(record.read())).toEqual(["d", "a"]);
});

test("a full storage is told, and the page goes on with what it has", () => {
  const record = storedRecord("x", isEntry);
  isFull = true;
  expect(record.set("a", { at: Date.now() })).toBe(false);
  expect(Object.keys(record.read())).toEqual(["a"]);
  isFull = false;
  expect(record.set("b", { at: Date.now() })).toBe(true);
  expect(Object.keys(storedRecord("x", isEntry).read())).toEqual(["a", "b"]);
});

test("what a tab could not store replaces nothing that another tab has stored since", () => {
  const [one, other] = [storedRecord("x", isEntry), storedRecord("x", isEntry)];
  one.set("old", { at: Date.now() });
  isFull = true;
  one.set("a", { at: Date.now() });
  one.set("old", null);
  expect(Object.keys(one.read())).toEqual(["a"]);
  expect(one.read()).toBe(one.read());
  isFull = false;
  other.set("b", { at: Date.now() });
  expect(Object.keys(one.read()).sort()).toEqual(["a", "b"]);
  expect(one.set("c", { at: Date.now() })).toBe(true);
  expect(Object.keys(other.read()).sort()).toEqual(["a", "b", "c"]);
});

test("at the end of a session the account's own entries go, and another one's stay", () => {
  const entries = { a: { owner: "ada" }, b: { owner: "grace" } };
  const left = () => Object.keys(JSON.parse(items.get("x") ?? "{}"));
  items.set("x", JSON.stringify(entries));
  forgetEntriesOf("ada", "x");
  expect([left(), hasEntriesOf("ada", "x"), hasEntriesOf("grace", "x")]).toEqual([["b"], false, true]);
  forgetEntriesOf(undefined, "x");
  expect([left(), hasEntriesOf(undefined, "x")]).toEqual([["b"], false]);
  forgetEntriesOf("grace", "x");
  expect(items.has("x")).toBe(false);
  items.set("x", "{");
  forgetEntriesOf("ada", "x");
  expect(items.has("x")).toBe(false);
});

test("the oldest entries go, except where nothing is to be lost", () => {
  const fill = (options?: Parameters<typeof storedRecord>[2]) => {
    items.clear();
    const record = storedRecord("x", isEntry, options);
    for (let n = 0; n < 5; n++) record.set(String(n), { at: Date.now() + n });
    vi.advanceTimersByTime(200 * 86_400_000);
    record.set("late", { at: Date.now() });
    return Object.keys(storedRecord("x", isEntry, options).read());
  };
  expect(fill()).toEqual(["late"]);
  expect(fill({ mostEntries: 3, keptMs: Number.POSITIVE_INFINITY })).toEqual(["3", "4", "late"]);
  const forever = { mostEntries: Number.POSITIVE_INFINITY, keptMs: Number.POSITIVE_INFINITY };
  expect(fill(forever)).toHaveLength(6);
});

test.each(["", "{", "null", "[]", '{"a":1}', '{"a":null}', '"text"'])(
  "stored nonsense is nothing: %s",
  (text) => {
    items.set("x", text);
    expect(storedRecord("x", isEntry).read()).toEqual({});
  },
);

test("changes are told, those of other tabs too", () => {
  const record = storedRecord("x", isEntry);
  const told = vi.fn();
  const stop = record.subscribe(told);
  record.set("a", { at: Date.now() });
  expect(told).toHaveBeenCalledTimes(1);
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "y" }));
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "x" }));
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  record.clear();
  page.dispatchEvent(Object.assign(new Event("storage"), { key: "x" }));
  expect(told).toHaveBeenCalledTimes(2);
});

test("without storage, the same object is read until something changes", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new DOMException("blocked", "SecurityError");
    },
  });
  const record = storedRecord("x", isEntry);
  expect(record.read()).toEqual({});
  expect(record.read()).toBe(record.read());
});
