/** Checklist of the security tab: its count, and the line of each done entry. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { memoryStorage } from "../../core/lib/storage.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { text } from "../text/home_en.ts";
import { RecoveryFile } from "./recovery_file.tsx";
import { noteSaved } from "./saved_file.ts";
import { Security } from "./security.tsx";

const address = `0x${"aa".repeat(20)}` as const;
const head = `0x${"22".repeat(32)}` as const;
const never = () => new Promise<never>(() => {});

Deno.test("security: the head counts the done entries, which stay one line with a check mark", () => {
  const storage = memoryStorage();
  noteSaved(storage, address, head);
  const owner = { index: 0, kind: "passkey", owner: "0x11", name: "Mine", here: true };
  const now = {
    tip: { head, owners: [] },
    history: { first: { owners: [] }, steps: new Map() },
    chains: [],
  };
  const props = {
    device: {
      storage,
      book: { list: () => [] },
      tokens: { of: () => [] },
      service: { configuration: never, call: never },
      follow: () => () => {},
    },
    record: { account: { address }, backedUp: true },
    text,
    tag: "en",
    owners: { value: { owners: [owner], chains: [], now }, failed: false, since: null },
    changed() {},
  };
  const place = document.createElement("div");
  render(h(Security, props as unknown as Parameters<typeof Security>[0]), place);
  const checks = place.querySelector("[data-testid=home-checks]");
  assertEquals(checks?.getAttribute("data-done"), "1");
  assertEquals(checks?.querySelector("b")?.textContent, "Account safety: 1 of 3");
  const row = (kind: string) => place.querySelector(`[data-testid=home-check-${kind}]`)!;
  assertEquals(
    ["passkey", "recovery", "file"].map((kind) => row(kind).classList.contains("done")),
    [true, false, false],
  );
  // The missing entry is first, and has the only button.
  assertEquals(
    place.querySelector(".checklist li")?.getAttribute("data-testid"),
    "home-check-recovery",
  );
  const buttons = [...place.querySelectorAll(".checklist .button")];
  assertEquals(buttons.map(({ textContent }) => textContent), [text.askFriend]);
  assertEquals(row("passkey").textContent, text.doneChecks.passkey);
  assertEquals(row("recovery").querySelector(".note")?.textContent, text.checkLines.recovery);
  // Without an address that can use it, the saved file is not done.
  assertEquals(row("file").querySelector("b")?.textContent, text.doneChecks.file);
  assertEquals(row("file").querySelector("a")?.getAttribute("href"), "#/file");
  render(null, place);
});

Deno.test("security: recovery is only done once the account exists on a network", async () => {
  const owners = [
    { index: 0, kind: "passkey", owner: "0x11", name: "Mine", here: true },
    { index: 1, kind: "recovery", owner: "0x12", address, here: false },
  ];
  const chains = ["One", "Two"].map((name, index) => ({
    id: index + 1,
    name,
    state: "waiting",
    version: null,
    update: null,
    recovering: [],
  }));
  const draw = (...deployed: (boolean | null)[]) => {
    const now = {
      tip: { head, owners: [] },
      history: { first: { head, owners: [] }, steps: new Map() },
      chains: deployed.map((deployed) => ({ deployed })),
    };
    const created: number[] = [];
    const props = {
      device: {
        storage: memoryStorage(),
        book: { list: () => [] },
        contacts: { list: () => [] },
        tokens: { of: () => [] },
        service: { configuration: () => Promise.resolve({ chains: [] }), call: never },
        wallet: {
          ask: (_: string, { chainId }: { chainId: number }) => (created.push(chainId), never()),
        },
        follow: () => () => {},
      },
      record: { account: { address }, backedUp: true },
      text,
      tag: "en",
      owners: { value: { owners, chains, now }, failed: false, since: null },
      changed() {},
    };
    const place = document.createElement("div");
    render(h(Security, props as unknown as Parameters<typeof Security>[0]), place);
    const row = place.querySelector("[data-testid=home-check-recovery]")!;
    return { row, created, end: () => render(null, place) };
  };
  for (const states of [[false, false], [false, null]]) {
    const { row, created, end } = draw(...states);
    assertEquals(row.classList.contains("done"), false);
    assertEquals(row.querySelector("b")?.textContent, text.createOn("\u2068One\u2069"));
    assertEquals(row.querySelector(".note")?.textContent, text.createWhy);
    row.querySelector("button")!.click();
    await new Promise((done) => setTimeout(done));
    assertEquals(created, [1]);
    end();
  }
  const { row, end } = draw(true, false);
  assertEquals(row.textContent, text.doneChecks.recovery);
  end();
});

Deno.test("security: a saved file is only done with an address that can use it", () => {
  const storage = memoryStorage();
  noteSaved(storage, address, head);
  const other = `0x${"bb".repeat(20)}` as const;
  const draw = (kind: string) => {
    const now = {
      tip: { head, owners: [] },
      history: { first: { owners: [] }, steps: new Map() },
      chains: [{ deployed: true }],
    };
    const owners = [
      { index: 0, kind: "passkey", owner: "0x11", name: "Mine", here: true },
      { index: 1, kind, owner: "0x12", here: false, ...(kind !== "passkey" && { address: other }) },
    ];
    const props = {
      device: {
        storage,
        book: { list: () => [] },
        contacts: { list: () => [] },
        tokens: { of: () => [] },
        service: { configuration: never, call: never },
        follow: () => () => {},
      },
      record: { account: { address }, backedUp: true },
      text,
      tag: "en",
      owners: { value: { owners, chains: [], now }, failed: false, since: null },
      changed() {},
    };
    const place = document.createElement("div");
    render(h(Security, props as unknown as Parameters<typeof Security>[0]), place);
    const done = place.querySelector("[data-testid=home-check-file]")!.classList.contains("done");
    render(h(RecoveryFile, props as unknown as Parameters<typeof RecoveryFile>[0]), place);
    const [action] = place.querySelectorAll(".card .wide");
    const target = action?.getAttribute("href") ?? null;
    const isGood = place.querySelector(".disc.good") !== null;
    render(null, place);
    return [done, target, isGood];
  };
  assertEquals(draw("recovery"), [true, null, true]);
  assertEquals(draw("address"), [true, null, true]);
  assertEquals(draw("passkey"), [false, "#/recovery", false]);
  // The key of a friend exists on the wallet's own site only.
  friendBook(storage).put({ account: address, address: other, name: "Mia", at: 1 });
  assertEquals(draw("recovery"), [false, "#/recovery", false]);
});
