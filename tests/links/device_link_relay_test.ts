/** Device links through a hostile relay: it can delay and drop, and nothing else. */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { LinkBroken } from "../../core/link/broken.ts";
import { sealAlone } from "../../core/link/channel.ts";
import { createPair, introductionKey, parseSecret } from "../../core/link/keys.ts";
import { writeAppIntroduction } from "../../core/link/messages.ts";
import {
  type Call,
  connect,
  createApp,
  createPhone,
  damage,
  leadToUnopened,
  open,
  openScene,
  PAGE,
  type Relay,
  until,
} from "./scene.ts";

const test = (name: string, run: () => Promise<void>) => Deno.test(`device link: ${name}`, run);

/** Returns the word that names an error. */
const causeOf = (error: unknown) => error instanceof AcctError ? error.data.cause : String(error);

/** Changes the messages that a side receives. */
const onReceive = (
  side: Call["side"],
  change: (messages: string[], call: Call) => string[],
): Relay =>
async (call, forward) => {
  const reply = await forward(call);
  if (call.side !== side || call.action !== "receive") return reply;
  return { ...reply, messages: change(reply.messages as string[], call) };
};

test("both sides show the same code, and requests work until the user ends the link", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const first = app.sign("0x01");
  const { url } = await app.view("open");
  const opened = await open(phone, url);
  assertEquals(opened.introduction.origin, PAGE);
  const { code } = await app.view("compare");
  assertEquals(opened.keys.code, code);
  assert(/^\d{6}$/.test(code!), code!);
  assertEquals(phone.asked, [], "nothing is asked before the codes are compared");
  await using serving = phone.accept(opened);
  assertEquals(await first, "0x01");
  assertEquals(await app.sign("0x02"), "0x02");
  assertEquals(phone.asked.map((asked) => asked.app.origin), [PAGE, PAGE]);
  assertEquals(app.views.at(-1), null, "nothing is shown between requests");
  phone.links.end(serving.record.secret);
  const ended = await assertRejects(() => app.sign("0x03"), AcctError);
  assertEquals([ended.data.cause, await serving.end], ["connection_revoked", "ended"]);
  assertEquals(phone.asked.length, 2);
});

test("the relay cannot read requests, names and secrets", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const { serving, answer } = await connect(app, phone);
  await using _ = serving;
  assertEquals(answer, "0x00");
  assertEquals(await app.sign("0xfeedbeef"), "0xfeedbeef");
  const all = scene.seen.join("\n");
  const { secret, resume } = serving.record;
  const hidden = ["feedbeef", "personal_sign", "Meadow", secret, resume];
  for (const text of hidden) assertEquals([text, all.includes(text)], [text, false]);
  // The reply of opening repeats the origin that the service received itself.
  const bodies = scene.seen.filter((text) => !text.includes('"origin":'));
  assertEquals(bodies.some((text) => text.includes("shop.localhost")), false);
});

test("an altered, repeated or lost message ends the session", async () => {
  // Each attack changes the first message of the app, and leaves the others unchanged.
  const attacks: Record<string, [change: (message: string) => string[], shown: string[]]> = {
    altered: [(message) => [damage(message)], []],
    repeated: [(message) => [message, message], ["0x0a"]],
    lost: [() => [], []],
    "of another session": [(message) => [message.replace(/^m\.[^.]+/, "m.AAAAAAAA")], []],
  };
  for (const [name, [change, shown]] of Object.entries(attacks)) {
    await using scene = await openScene();
    const app = createApp(scene);
    const phone = createPhone(scene);
    const { serving } = await connect(app, phone);
    await using _ = serving;
    let target: string | undefined;
    scene.relay = onReceive("wallet", (messages) =>
      messages.flatMap((each) => {
        target ??= each;
        return each === target ? change(each) : [each];
      }));
    const abort = new AbortController();
    const { signal } = abort;
    const asked = ["0x0a", "0x0b"].map((each) => app.sign(each, { signal }).catch(causeOf));
    assertEquals([name, await serving.end], [name, "broken"]);
    const messages = phone.asked.slice(1).map(({ params }) => params.message);
    assertEquals([name, messages], [name, shown]);
    abort.abort();
    await Promise.all(asked);
  }
});

test("two messages in the wrong order end the session before a dialog opens", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const held: string[] = [];
  scene.relay = onReceive("wallet", (messages) => {
    held.push(...messages.slice(held.length));
    return held.length < 2 ? [] : held.splice(0).reverse();
  });
  const abort = new AbortController();
  const { signal } = abort;
  const both = [app.sign("0x0a", { signal }), app.sign("0x0b", { signal })].map((each) =>
    each.catch(causeOf)
  );
  assertEquals(await serving.end, "broken");
  assertEquals(phone.asked.length, 1);
  abort.abort();
  assertEquals(await Promise.all(both), ["aborted", "aborted"]);
});

test("forged and repeated answers reach no request", async () => {
  for (const attack of ["damaged", "repeated"] as const) {
    await using scene = await openScene();
    const app = createApp(scene);
    const phone = createPhone(scene);
    const { serving } = await connect(app, phone);
    await using _ = serving;
    scene.relay = onReceive(
      "app",
      (messages) =>
        messages.flatMap((each) =>
          !each.startsWith("m.") ? [each] : attack === "damaged" ? [damage(each)] : [each, each]
        ),
    );
    const answers = await Promise.all(
      ["0x0a", "0x0b"].map((each) => app.sign(each).catch(causeOf)),
    );
    if (attack === "damaged") assertEquals(answers, ["host_unreachable", "host_unreachable"]);
    // The first answer is its own; after the repetition nothing is believed.
    else assertEquals(answers, ["0x0a", "host_unreachable"]);
  }
});

test("requests succeed through a slow relay", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  scene.relay = async (call, forward) => {
    await new Promise((done) => setTimeout(done, 150));
    return await forward(call);
  };
  const { serving, answer } = await connect(app, phone);
  await using _ = serving;
  assertEquals(answer, "0x00");
  const answers = await Promise.all(["0x0a", "0x0b", "0x0c"].map((each) => app.sign(each)));
  assertEquals(answers, ["0x0a", "0x0b", "0x0c"]);
});

test("a message whose reply was lost is sent again and counted once", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const lost = new Set<string>();
  scene.relay = async (call, forward) => {
    const reply = await forward(call);
    if (call.action !== "send" || lost.has(call.side)) return reply;
    lost.add(call.side);
    throw new TypeError("connection reset");
  };
  assertEquals(await app.sign("0x0a"), "0x0a");
  assertEquals([phone.asked.length, lost.size], [2, 2]);
});

test("an attacker with link and relay cannot replace the app", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const asked = app.sign("0x01").catch(causeOf);
  const { url, cancel } = await app.view("open");
  // The attacker saw the QR code: the secret is enough to write an introduction.
  const { secret } = parseSecret(new URL(url).hash)!;
  const { point } = await createPair();
  const forged = await sealAlone(
    await introductionKey(secret),
    "app",
    writeAppIntroduction({
      point,
      apiKey: scene.apiKey,
      app: { name: "Meadow", logoUrl: null },
      origin: PAGE,
      ttl: 3_600,
    }),
  );
  scene.relay = async (call, forward) => {
    const reply = await forward(call);
    return call.action === "open" ? { ...reply, message: forged } : reply;
  };
  await assertRejects(() => phone.open(url), LinkBroken, "not belong to this link");
  cancel();
  assertEquals(await asked, "user_rejected");
});

test("an attacker between both sides causes two different codes", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const [phone, thief] = [createPhone(scene), createPhone(scene, "thief")];
  const asked = app.sign("0x01").catch(causeOf);
  const { url, cancel } = await app.view("open");
  // The relay shows the app's introduction to both, and the thief's answer to the app.
  const stolen = await open(thief, url);
  const { code } = await app.view("compare");
  const rows = await scene.service.store.selectFrom("link_messages").selectAll()
    .where("side", "=", "app").execute();
  const first = rows[0]!.message;
  scene.relay = async (call, forward) => {
    if (call.side === "wallet" && call.action === "open") {
      return { state: "open", origin: PAGE, message: first, next: 1, own: 1 };
    }
    return await forward(call);
  };
  const opened = await open(phone, url);
  assertEquals(stolen.keys.code, code);
  assertNotEquals(opened.keys.code, code, "the user sees that the codes differ");
  cancel();
  assertEquals(await asked, "user_rejected");
});

test("a second opener is rejected, and so is an expired link", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const [phone, thief] = [createPhone(scene), createPhone(scene, "thief")];
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const links = app.views.filter((view) => view !== null).map(({ url }) => url);
  const [shown, later] = new Set(links);
  assertEquals([await thief.open(shown!), await thief.open(later!)], ["used", "unknown"]);
  const other = createApp(scene);
  const asked = other.sign("0x01").catch(causeOf);
  const { url } = await other.view("open");
  await scene.service.store.updateTable("links").set({ expires_at: Date.now() })
    .where("opened", "=", 0).execute();
  assertEquals(await phone.open(url), "ended");
  assertEquals(await asked, "aborted");
});

test("a relay that swaps the links of two users is detected", async () => {
  await using scene = await openScene();
  const [lily, bob] = [createApp(scene), createApp(scene)];
  const phone = createPhone(scene);
  const asked = [lily.sign("0x01"), bob.sign("0x02")].map((each) => each.catch(causeOf));
  const [lilys, bobs] = [await lily.view("open"), await bob.view("open")];
  const ids: string[] = [];
  scene.relay = async (call, forward) => {
    if (call.action !== "open") return await forward(call);
    ids.push(call.id);
    // The relay answers with the other user's mailbox.
    const { id } = await scene.service.store.selectFrom("links").select("id")
      .where("id", "!=", call.id).executeTakeFirstOrThrow();
    return await forward({ ...call, id });
  };
  for (const { url } of [lilys, bobs]) {
    await assertRejects(() => phone.open(url), LinkBroken, "not from this link");
  }
  assertNotEquals(ids[0], ids[1]);
  lilys.cancel();
  bobs.cancel();
  assertEquals(await Promise.all(asked), ["user_rejected", "user_rejected"]);
  assertEquals(phone.asked, []);
});

test("an origin is rejected unless page and service report the same one", async () => {
  await using scene = await openScene();
  const phone = createPhone(scene);
  for (const origin of ["http://bank.localhost", null]) {
    const app = createApp(scene);
    const asked = app.sign("0x01").catch(causeOf);
    const { url, cancel } = await app.view("open");
    scene.relay = async (call, forward) => {
      const reply = await forward(call);
      return call.action === "open" ? { ...reply, origin } : reply;
    };
    await assertRejects(() => phone.open(url), LinkBroken, "origin");
    cancel();
    assertEquals(await asked, "user_rejected");
  }
});

test("a program has no origin, and dialogs show its name in quotation marks", async () => {
  await using scene = await openScene();
  const app = createApp(scene, { origin: null });
  const phone = createPhone(scene);
  const { serving } = await connect(app, phone);
  await using _ = serving;
  assertEquals(phone.asked.map((asked) => asked.app), [
    { name: "“Meadow”", logoUrl: null, origin: "" },
  ]);
});

test("after a reload only the same wallet can continue", async () => {
  await using scene = await openScene();
  const storage = memoryStorage();
  const phone = createPhone(scene);
  {
    const { serving } = await connect(createApp(scene, { storage }), phone);
    await serving[Symbol.asyncDispose]();
  }
  // The program was started again; it asks while no page of the wallet is open.
  const app = createApp(scene, { storage });
  const asked = app.sign("0x0d");
  const { url, code } = await app.view("open");
  assertEquals(code, null);
  const thief = createPhone(scene, "thief");
  assertEquals(await thief.open(url), "unknown");
  const serving = phone.resume();
  assertEquals(await asked, "0x0d");
  // The page is reloaded while a request waits.
  phone.answer = () => new Promise(() => {});
  const waiting = app.sign("0x0e");
  await until("the request is shown", () => phone.asked.length === 3);
  await serving[Symbol.asyncDispose]();
  phone.answer = ({ params }) => Promise.resolve(params.message);
  await using _ = phone.resume();
  assertEquals(await waiting, "0x0e");
});

test("an attacker without the connection's secret cannot answer a request", async () => {
  await using scene = await openScene();
  const storage = memoryStorage();
  const [phone, thief] = [createPhone(scene), createPhone(scene, "thief")];
  const { serving } = await connect(createApp(scene, { storage }), phone);
  await serving[Symbol.asyncDispose]();
  const app = createApp(scene, { storage });
  const asked = app.sign("0x0d").catch(causeOf);
  const { cancel } = await app.view("open");
  // The relay leads the thief, who knows everything but that secret, to the mailbox of the session.
  const opened = await leadToUnopened(scene, "thief");
  const [known] = phone.links.list();
  thief.links.put({ ...known!, resume: "A".repeat(43), token: "A".repeat(22) });
  thief.answer = () => Promise.resolve("0xbad");
  const stolen = thief.resume();
  await until("the thief has opened the mailbox twice", () => opened() > 1);
  await stolen[Symbol.asyncDispose]();
  assertEquals([thief.asked, app.views.at(-1)?.state], [[], "open"]);
  cancel();
  assertEquals(await asked, "user_rejected");
});

test("an interrupted session continues, and each request is shown once", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  phone.answer = async ({ params }) => {
    await decided;
    return params.message;
  };
  const asked = app.sign("0x0f");
  await until("the request is shown", () => phone.asked.length === 2);
  await scene.service.store.transaction().execute(async (tx) => {
    await tx.deleteFrom("links").execute();
    await tx.deleteFrom("link_messages").execute();
  });
  await until(
    "there is a session again",
    async () =>
      (await scene.service.store.selectFrom("links").selectAll().execute())
        .some(({ opened }) => opened === 1),
  );
  decide();
  assertEquals(await asked, "0x0f");
  assertEquals(phone.asked.length, 2);
});

test("long messages arrive complete, and a full mailbox is replaced", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const long = `0x${"ab".repeat(400_000)}`;
  for (let index = 0; index < 4; index++) assertEquals(await app.sign(long), long);
  assertEquals(phone.asked.length, 5);
});
