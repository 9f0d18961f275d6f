import { assertEquals } from "@std/assert";
import type { BrowserApi, Sender } from "../lib/browser.ts";
import { fakeEvent, fakePort } from "../testing/ports.ts";
import { createWindows } from "./windows.ts";

const KEYS = "https://keys.example.com";

function scene() {
  const onRemoved = fakeEvent<[number]>();
  const created: Record<string, unknown>[] = [];
  const removed: number[] = [];
  const api = {
    windows: {
      onRemoved,
      getLastFocused: () => Promise.resolve({ left: 0, top: 0, width: 1020, height: 920 }),
      create(options: Record<string, unknown>) {
        created.push(options);
        const id = created.length;
        return Promise.resolve({ id, tabs: [{ id: 10 * id }] });
      },
      update: () => Promise.resolve(),
      remove: (id: number) => Promise.resolve(void removed.push(id)),
    },
  } as unknown as BrowserApi;
  const log: string[] = [];
  const windows = createWindows(api, KEYS, "abc");
  const open = () =>
    windows.open({ onPort: () => log.push("port"), onClosed: () => log.push("closed") });
  const host = (change: Partial<Sender> = {}, name = "acct.host.1") =>
    fakePort(name, { url: `${KEYS}/popup#extension=abc`, frameId: 0, tab: { id: 10 }, ...change });
  return { windows, open, host, created, removed, log, onRemoved, settle };
}

const settle = () => new Promise((done) => setTimeout(done, 0));

Deno.test("windows: only the host in the tab that was opened is accepted", async () => {
  const { windows, open, host, created, log } = scene();
  open();
  await settle();
  assertEquals(created[0]!.url, `${KEYS}/popup#extension=abc`);
  assertEquals([created[0]!.left, created[0]!.type], [300, "popup"]);
  const { sender: _, ...nobody } = host();
  const wrong = [
    nobody as ReturnType<typeof host>,
    host({ tab: { id: 11 } }),
    host({ tab: {} }),
    host({ frameId: 1 }),
    host({ url: "https://evil.example/popup" }),
    host({ url: "https://keys.example.com.evil.example/popup" }),
    host({ url: "nonsense" }),
    host({}, "acct.site.1"),
  ];
  wrong.forEach((port) => windows.accept(port));
  await settle();
  assertEquals(log, []);
  assertEquals(wrong.slice(1).map(({ closed }) => closed), wrong.slice(1).map(() => true));
  windows.accept(host());
  await settle();
  assertEquals(log, ["port"]);
});

Deno.test("windows: a host that connects before the window is reported is accepted", async () => {
  const { windows, open, host, log } = scene();
  open();
  windows.accept(host());
  await settle();
  assertEquals(log, ["port"]);
});

Deno.test("windows: their number is limited, and closed ones do not count", async () => {
  const { open, log, onRemoved, removed } = scene();
  const opened = [open(), open(), open(), open()];
  assertEquals(open(), null);
  await settle();
  onRemoved.emit(1);
  assertEquals(log, ["closed"]);
  opened[1]!.close();
  assertEquals(removed, [2]);
  onRemoved.emit(2);
  assertEquals(log, ["closed"]);
  assertEquals([open() === null, open() === null, open() === null], [false, false, true]);
});
