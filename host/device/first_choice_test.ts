/** A connection that starts with the choice of the welcome page. */
import { assertEquals } from "@std/assert";
import {
  AcctError,
  type ConnectChoice,
  type ConnectPreview,
  type UIHandler,
  writable,
} from "../../core/dialog/mod.ts";
import { type FirstChoice, withFirstChoice } from "./first_choice.ts";

const ready: ConnectPreview = { status: "ready", known: [], warnings: [] };

/** Requests a connection after a choice; records approvals and dialogs in their order. */
function connect(choice: FirstChoice | null, approve: () => Promise<unknown> = async () => {}) {
  const events: (ConnectChoice | string)[] = [];
  const dialogs: UIHandler = {
    init() {},
    canHandle: () => true,
    request: (method) => Promise.resolve(void events.push(method)),
    cleanup() {},
  };
  const { ui, chooseFirst } = withFirstChoice(dialogs, "My account");
  if (choice !== null) chooseFirst(choice);
  const preview = writable<ConnectPreview>({ ...ready, status: "loading" });
  const ended = new AbortController();
  const request = (account: string | null = null) =>
    ui.request("wallet_connect", {
      account,
      preview,
      signal: ended.signal,
      approve(choice: ConnectChoice) {
        events.push(choice);
        return approve();
      },
    });
  return { events, preview, ended, request };
}

const test = (name: string, run: () => Promise<void>) => Deno.test(`first choice: ${name}`, run);

test("approves without a dialog once the request is ready", async () => {
  for (
    const [choice, immediate, expected] of [
      ["create", false, { kind: "create", name: "My account" }],
      // A passkey at hand signs in, so that no second account is created.
      ["create", true, { kind: "immediate", name: "My account" }],
      ["existing", true, { kind: "existing" }],
    ] as const
  ) {
    const { events, preview, request } = connect(choice);
    const done = request();
    assertEquals(events, []);
    preview.set({ ...ready, immediate });
    await done;
    assertEquals(events, [expected]);
  }
});

test("opens the dialog after a failure, and instead of a request that cannot start", async () => {
  const failed = connect("existing", () => Promise.reject(new AcctError("passkey_cancelled")));
  failed.preview.set(ready);
  await failed.request();
  assertEquals(failed.events, [{ kind: "existing" }, "wallet_connect"]);

  const offline = connect("create");
  offline.preview.set({ ...ready, status: "error" });
  await offline.request();
  assertEquals(offline.events, ["wallet_connect"]);
});

test("a withdrawn request opens nothing", async () => {
  const { events, ended, request } = connect("create");
  const done = request();
  ended.abort();
  await done;
  assertEquals(events, []);
});

test("counts for one connection, and for no other request", async () => {
  const { events, preview, request } = connect("existing");
  preview.set(ready);
  await request("0x01");
  await request();
  await request();
  assertEquals(events, ["wallet_connect", { kind: "existing" }, "wallet_connect"]);
});
