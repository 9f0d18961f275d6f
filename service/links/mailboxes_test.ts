import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { hashToken } from "../../core/link/keys.ts";
import { LINK_LIFETIME_MS, MAX_LINK_MESSAGES } from "../../core/protocol/service/link.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { openMailboxes } from "./mailboxes.ts";

const id = "i".repeat(22);
const session = "s".repeat(22);
const [app, wallet, thief] = ["a", "w", "t"].map((each) => each.repeat(22)) as [
  string,
  string,
  string,
];

async function openScene() {
  const store = await openTestStore();
  let now = 1_000_000;
  const mailboxes = openMailboxes(store, () => now);
  return {
    mailboxes,
    rows: async () => {
      const counts = await Promise.all(
        (["links", "link_messages"] as const).map((table) =>
          store.selectFrom(table).selectAll().execute()
        ),
      );
      return counts.map(({ length }) => length);
    },
    wait: (milliseconds: number) => void (now += milliseconds),
    [Symbol.asyncDispose]: () => store.destroy(),
  };
}

Deno.test("mailboxes: each side reads the other side's messages in order, repeatedly", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  await mailboxes.create(id, "https://shop.example", { session, token: app, message: "i.a" });
  assertEquals(await mailboxes.open(id, { token: wallet, message: "i.w" }), {
    state: "open",
    session,
    origin: "https://shop.example",
    message: "i.a",
    next: 1,
    own: 1,
  });
  for (const place of [1, 2, 2, 1]) {
    const message = `m.${place}`;
    assertEquals(await mailboxes.send(id, { session, token: app, place, message }), {
      state: "open",
    });
  }
  for (const after of [1, 1, 2, 3]) {
    assertEquals(await mailboxes.receive(id, { session, token: wallet, after }), {
      state: "open",
      messages: ["m.1", "m.2"].slice(after - 1),
    });
  }
  assertEquals(await mailboxes.receive(id, { session, token: app, after: 0 }), {
    state: "open",
    messages: ["i.w"],
  });
});

Deno.test("mailboxes: other tokens cannot open, read, write, replace or delete it", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  await mailboxes.open(id, { token: wallet, message: "i.w" });
  assertEquals(await mailboxes.open(id, { token: thief, message: "i.t" }), { state: "used" });
  const send = { session, token: thief, place: 1, message: "m.t" };
  assertEquals(await mailboxes.send(id, send), { state: "ended" });
  const read = { session, token: thief, after: 0 };
  assertEquals(await mailboxes.receive(id, read), { state: "ended", messages: [] });
  const create = () => mailboxes.create(id, null, { session, token: thief, message: "i.t" });
  assertEquals((await assertRejects(create, AcctError)).data.cause, "duplicate_id");
  await mailboxes.end(id, { session, token: thief });
  assertEquals(await scene.rows(), [1, 2]);
  // Neither side can act as the other one.
  assertEquals(await mailboxes.open(id, { token: app, message: "i.x" }), { state: "used" });
  await mailboxes.end(id, { session, token: wallet });
  assertEquals(await scene.rows(), [0, 0]);
});

Deno.test("mailboxes: only the known wallet can open the mailbox of its connection", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  const opener = await hashToken(wallet);
  await mailboxes.create(id, null, { session, token: app, message: "i.a", opener });
  assertEquals(await mailboxes.open(id, { token: thief, message: "i.t" }), { state: "used" });
  const reading = { session, token: wallet, after: 0 };
  assertEquals((await mailboxes.receive(id, reading)).state, "ended", "it is not open yet");
  assertEquals((await mailboxes.open(id, { token: wallet, message: "i.w" })).state, "open");
  // After a reload.
  assertEquals((await mailboxes.open(id, { token: wallet, message: "i.w" })).state, "open");
});

Deno.test("mailboxes: an unopened mailbox expires after 10 minutes, an open one 10 minutes after its last use", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  scene.wait(LINK_LIFETIME_MS - 1);
  assertEquals((await mailboxes.receive(id, { session, token: app, after: 0 })).state, "open");
  assertEquals(await mailboxes.send(id, { session, token: app, place: 1, message: "m.1" }), {
    state: "open",
  });
  scene.wait(1);
  assertEquals((await mailboxes.open(id, { token: wallet, message: "i.w" })).state, "ended");

  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  await mailboxes.open(id, { token: wallet, message: "i.w" });
  for (let minutes = 0; minutes < 30; minutes += 5) {
    scene.wait(LINK_LIFETIME_MS / 2);
    assertEquals((await mailboxes.receive(id, { session, token: wallet, after: 1 })).state, "open");
  }
  scene.wait(LINK_LIFETIME_MS);
  assertEquals((await mailboxes.receive(id, { session, token: wallet, after: 1 })).state, "ended");
  await mailboxes.forget(new AbortController().signal);
  assertEquals(await scene.rows(), [0, 0]);
});

Deno.test("mailboxes: one that is in use closes after an hour, and can be created again", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  await mailboxes.open(id, { token: wallet, message: "i.w" });
  const read = () => mailboxes.receive(id, { session, token: wallet, after: 1 });
  for (let minutes = 5; minutes < 60; minutes += 5) {
    scene.wait(LINK_LIFETIME_MS / 2);
    assertEquals((await read()).state, "open");
  }
  scene.wait(LINK_LIFETIME_MS / 2);
  assertEquals((await read()).state, "ended");
  const send = { session, token: app, place: 1, message: "m.1" };
  assertEquals(await mailboxes.send(id, send), { state: "ended" });
  assertEquals(await mailboxes.open(id, { token: wallet, message: "i.w" }), { state: "ended" });
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  assertEquals((await mailboxes.open(id, { token: wallet, message: "i.w" })).state, "open");
});

Deno.test("mailboxes: a full mailbox accepts no message until the app replaces it", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  await mailboxes.open(id, { token: wallet, message: "i.w" });
  for (let place = 1; place <= MAX_LINK_MESSAGES - 2; place++) {
    const { state } = await mailboxes.send(id, { session, token: app, place, message: "m" });
    assertEquals(state, "open");
  }
  for (const token of [app, wallet]) {
    const place = token === app ? MAX_LINK_MESSAGES - 1 : 1;
    assertEquals(await mailboxes.send(id, { session, token, place, message: "m" }), {
      state: "full",
    });
  }
  await mailboxes.create(id, null, { session, token: app, message: "i.a" });
  assertEquals(await scene.rows(), [1, 1]);
});

Deno.test("mailboxes: messages and calls of an earlier session are rejected", async () => {
  await using scene = await openScene();
  const { mailboxes } = scene;
  const opener = await hashToken(wallet);
  await mailboxes.create(id, null, { session, token: app, message: "i.a", opener });
  await mailboxes.open(id, { token: wallet, message: "i.w" });
  const next = "n".repeat(22);
  await mailboxes.create(id, null, { session: next, token: app, message: "i.b", opener });
  await mailboxes.open(id, { token: wallet, message: "i.x" });
  const late = { session, token: wallet, place: 1, message: "m.late" };
  assertEquals(await mailboxes.send(id, late), { state: "ended" });
  assertEquals(await mailboxes.receive(id, { session, token: app, after: 0 }), {
    state: "ended",
    messages: [],
  });
  await mailboxes.end(id, { session, token: wallet });
  assertEquals(await mailboxes.receive(id, { session: next, token: app, after: 0 }), {
    state: "open",
    messages: ["i.x"],
  });
});
