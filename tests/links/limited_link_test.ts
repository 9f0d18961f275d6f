/** Device links that a service limits. */
import { assert, assertEquals } from "@std/assert";
import type { AcctError } from "../../core/ground/errors.ts";
import { createApp, createPhone, open, openScene } from "./scene.ts";

/** Reply to a client that created too many links. */
const limited = (retryAfter: number) => ({
  error: {
    code: -32005,
    message: "Too many requests.",
    data: { cause: "limit_exceeded", retryAfter },
  },
});

Deno.test("limited link: a long wait is reported immediately", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  scene.relay = () => Promise.resolve(limited(540));
  const begin = Date.now();
  const error = await app.sign("0x01").catch((error: AcctError) => error) as AcctError;
  assertEquals([error.data.cause, error.data.retryAfter], ["limit_exceeded", 540]);
  assert(Date.now() - begin < 5_000);
});

Deno.test("limited link: a short wait is waited", async () => {
  await using scene = await openScene();
  const app = createApp(scene);
  const phone = createPhone(scene);
  let limits = 1;
  scene.relay = (call, forward) => limits-- > 0 ? Promise.resolve(limited(2)) : forward(call);
  const begin = Date.now();
  const asked = app.sign("0x01");
  await using _ = phone.accept(await open(phone, (await app.view("open")).url));
  assertEquals(await asked, "0x01");
  assert(Date.now() - begin >= 2_000);
});
