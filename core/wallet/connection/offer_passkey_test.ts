/** The offer of a second passkey after an account was created on one device. */
import { assertEquals } from "@std/assert";
import type { DialogRequest } from "../../dialog/types.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import { connectedAccount, fakeUser, localWallet, origin } from "../../testing/local_wallet.ts";
import { later } from "../handlers/later.ts";

/** Connects with a new passkey that is not backed up; counts the offers. */
async function offers(): Promise<number> {
  let count = 0;
  const ui = fakeUser<DialogRequest<"acct_addPasskey">>(() => {
    count++;
    return Promise.reject(new Error("closed"));
  });
  const ceremony = softwareAuthenticator(origin);
  ceremony.lies = { oneDevice: true };
  await connectedAccount(localWallet(ui, { ceremony }));
  return count;
}

Deno.test("connect: a second passkey is offered if its code is loaded, and not awaited otherwise", async () => {
  await later.load();
  assertEquals(await offers(), 1);
  const { load } = later;
  const { timeout } = AbortSignal;
  const limits: number[] = [];
  later.load = () => new Promise(() => {});
  AbortSignal.timeout = (ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  };
  try {
    assertEquals([await offers(), limits], [0, [2_000]]);
  } finally {
    later.load = load;
    AbortSignal.timeout = timeout;
  }
});
