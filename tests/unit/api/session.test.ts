import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Store = { subscribe: (listener: () => void) => () => void; getSnapshot: () => unknown };
let store: Store;

vi.mock("react", () => ({
  useSyncExternalStore(subscribe: Store["subscribe"], getSnapshot: Store["getSnapshot"]) {
    store = { subscribe, getSnapshot };
    return getSnapshot();
  },
}));

/** A browser of one page: its cookie, its listeners, and the channels it has open. */
const page = { cookie: "", listeners: [] as [string, () => void][], channels: [] as Channel[], toggled: 0 };

class Channel {
  onmessage: (event: { data: unknown }) => void = () => {};
  constructor() {
    page.channels.push(this);
  }
  postMessage(data: unknown) {
    // A channel hears all others of its name, also those of its own page.
    for (const other of page.channels) if (other !== this) other.onmessage({ data });
  }
  close() {
    page.channels.splice(page.channels.indexOf(this), 1);
  }
}

const target = {
  addEventListener: (type: string, listener: () => void) => page.listeners.push([type, listener]),
  removeEventListener: (type: string, listener: () => void) => {
    page.listeners = page.listeners.filter((known) => known[0] !== type || known[1] !== listener);
  },
};

const signedIn = "lectern-signed-in=1";

async function openPage(cookie: string) {
  page.cookie = cookie;
  vi.resetModules();
  const session = await import("../../../components/api/session.client.ts");
  const { useSignedIn: render } = session;
  render();
  return session;
}

beforeEach(() => {
  Object.assign(page, { cookie: "", listeners: [], channels: [], toggled: 0 });
  const documentElement = { toggleAttribute: () => page.toggled++ };
  vi.stubGlobal("window", target);
  vi.stubGlobal("document", {
    ...target,
    documentElement,
    get cookie() {
      return page.cookie;
    },
  });
  vi.stubGlobal("BroadcastChannel", Channel);
});
afterEach(() => void vi.unstubAllGlobals());

test("a session that has ended in this page counts as ended, and not as left", async () => {
  const session = await openPage(signedIn);
  store.subscribe(() => {});
  page.cookie = "";
  session.notifySessionChange({ hasEnded: true });
  expect([session.isSignedIn(), session.hasSessionEnded()]).toEqual([false, true]);
  expect(session.personalKey("")).toBe("#1");
});

test("all components of a page share one channel and one set of listeners, which the last one closes", async () => {
  await openPage(signedIn);
  const leave = Array.from({ length: 211 }, () => store.subscribe(() => {}));
  expect(page.channels).toHaveLength(1);
  expect(page.listeners.map(([type]) => type)).toEqual(["pageshow", "visibilitychange"]);
  for (const stop of leave) stop();
  expect([page.channels, page.listeners]).toEqual([[], []]);
});

test("reading the session changes nothing, even after the cookie has changed", async () => {
  const { personalKey, useSignedIn } = await openPage(signedIn);
  store.subscribe(() => {});
  const [key, toggled] = [personalKey("/api/viewer"), page.toggled];
  page.cookie = "";
  expect(store.getSnapshot()).toBe(store.getSnapshot());
  expect(useSignedIn()).toBe(true);
  expect([personalKey("/api/viewer"), page.toggled]).toEqual([key, toggled]);
});

test.each(["pageshow", "visibilitychange"])("a page notices on %s that the user has left", async (type) => {
  const { useSignedIn } = await openPage(signedIn);
  const listener = vi.fn();
  store.subscribe(listener);
  page.cookie = "";
  for (const [known, notice] of page.listeners) if (known === type) notice();
  expect(listener).toHaveBeenCalledOnce();
  expect(useSignedIn()).toBe(false);
});

test("what was read as one user is kept under another key than what the next one reads", async () => {
  const { usePersonalKey } = await openPage(signedIn);
  store.subscribe(() => {});
  const first = usePersonalKey("/api/viewer");
  // The next user signs in before this page receives the message that the first one has left.
  page.channels[0]?.onmessage({ data: { isAnother: true } });
  const second = usePersonalKey("/api/viewer");
  expect([first, second].map((key) => key?.split("#")[0])).toEqual(["/api/viewer", "/api/viewer"]);
  expect(second).not.toBe(first);
});

test("a visitor's page asks for nothing personal", async () => {
  const { usePersonalKey } = await openPage("");
  expect(usePersonalKey("/api/viewer")).toBeNull();
});
