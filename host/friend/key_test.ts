/** The friend's key: from a passkey's secret, one per account. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { privateKeyToAddress } from "viem/accounts";
import type { PromptExtension } from "../../core/passkey/browser/ceremony.ts";
import { softwareAuthenticator } from "../../core/testing/authenticator.ts";
import { codeOf } from "./code.ts";
import { askFriendKey, friendKey } from "./key.ts";

const account = `0x${"ab".repeat(20)}` as const;
const other = `0x${"ac".repeat(20)}` as const;
const secret = new Uint8Array(32).fill(7);

Deno.test("friend key: the same on each device, another for each account and passkey", async () => {
  const key = await friendKey(secret, account);
  assertEquals(
    key,
    await friendKey(secret.slice(), account.toUpperCase().replace("X", "x") as typeof account),
  );
  // The derivation must never change: friends could no longer help.
  assertEquals(privateKeyToAddress(key), "0x963f1629Cc0fB58b01B34F4FD6622422Ef526CaE");
  assertNotEquals(key, await friendKey(secret, other));
  assertNotEquals(key, await friendKey(new Uint8Array(32).fill(8), account));
});

Deno.test("friend key: a passkey without the function yields none; synced data use another input", async () => {
  const inputs: unknown[] = [];
  const open = (output: object) => ({ inputs: input, onAnswer }: PromptExtension) => {
    inputs.push(new TextDecoder().decode(input.prf!.eval!.first as Uint8Array));
    const ceremony = softwareAuthenticator("https://keys.example");
    return {
      ...ceremony,
      get() {
        onAnswer({ getClientExtensionResults: () => output });
        return Promise.resolve({} as never);
      },
    };
  };
  const ask = (output: object) => askFriendKey(account, { rpId: "keys.example" }, open(output));
  for (
    const output of [
      {},
      { prf: {} },
      { prf: { enabled: true } },
      { prf: { results: { first: new Uint8Array(16) } } },
    ]
  ) assertEquals(await ask(output), null);
  const friend = await ask({ prf: { results: { first: secret.buffer } } });
  assertEquals(friend?.address, privateKeyToAddress(await friendKey(secret, account)));
  assertEquals(new Set(inputs), new Set(["acct friend help 1"]));
});

Deno.test("friend code: twelve digits, of both the account and the key", async () => {
  const code = await codeOf(account, other);
  assert(/^\d{4} \d{4} \d{4}$/.test(code), code);
  assertEquals(await codeOf(account, other.toUpperCase().replace("X", "x") as typeof other), code);
  assertNotEquals(await codeOf(other, other), code);
  assertNotEquals(await codeOf(account, account), code);
});
