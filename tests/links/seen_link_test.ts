/** An attacker who saw a device link, and nothing else. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { memoryStorage } from "../../core/lib/storage.ts";
import { mailboxId, parseSecret } from "../../core/link/keys.ts";
import { openMailbox } from "../../core/link/mailbox.ts";
import {
  connect,
  createApp,
  createPhone,
  open,
  openScene,
  PAGE,
  type Scene,
  SERVER,
} from "./scene.ts";

/** Creates the mailbox of a link that the attacker saw, once the former one has expired. */
async function occupy(scene: Scene, url: string): Promise<() => Promise<readonly string[]>> {
  const mailbox = openMailbox(
    { serverUrl: SERVER, apiKey: scene.apiKey, fetch: scene.fetchOf("thief", PAGE) },
    await mailboxId(parseSecret(new URL(url).hash)!.secret),
  );
  await scene.service.store.updateTable("links").set({ expires_at: Date.now() })
    .where("opened", "=", 1).execute();
  const token = "T".repeat(22);
  assertEquals(await mailbox.create({ token, message: "i.AAAA" }), { state: "open" });
  return async () => (await mailbox.receive({ token, after: 0 })).messages;
}

Deno.test("seen link: an attacker cannot occupy the mailbox of the connection", async () => {
  await using scene = await openScene();
  const storage = memoryStorage();
  const phone = createPhone(scene);
  const app = createApp(scene, { storage });
  const { serving } = await connect(app, phone);
  await using _ = serving;
  const views = new Set(app.views.map((view) => `${view?.state} ${view?.code} ${view?.url}`));
  assertEquals(views.size, 4, "the link, the code, the request, and nothing");
  const [shown] = app.views;
  const read = await occupy(scene, shown!.url);
  assertEquals(await app.sign("0x0a"), "0x0a", "the next session begins");
  assertEquals(await createApp(scene, { storage }).sign("0x0b"), "0x0b", "so does a new page's");
  assertEquals(await read(), [], "the wallet does not open the attacker's mailbox");
});

Deno.test("seen link: neither can an attacker who saw the link of a later session", async () => {
  await using scene = await openScene();
  const storage = memoryStorage();
  const phone = createPhone(scene);
  const { serving } = await connect(createApp(scene, { storage }), phone);
  await serving[Symbol.asyncDispose]();
  const app = createApp(scene, { storage });
  const asked = app.sign("0x0a");
  const { url } = await app.view("open");
  const read = await occupy(scene, url);
  await using _ = phone.resume();
  assertEquals(await asked, "0x0a");
  assertEquals(await read(), []);
});

Deno.test("seen link: the link is shown again while the wallet does not follow", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  // The phone receives nothing after the code was accepted.
  scene.relay = async (call, forward) => {
    const reply = await forward(call);
    return call.side === "wallet" && call.action === "receive" ? { ...reply, messages: [] } : reply;
  };
  const asked = app.sign("0x0a");
  const opened = await open(phone, (await app.view("open")).url);
  const { url: first } = await app.view("compare");
  await using _ = phone.accept(opened);
  const { url: later } = await app.view("open");
  assertNotEquals(first, later);
  scene.relay = (call, forward) => forward(call);
  assertEquals(await asked, "0x0a");
});
