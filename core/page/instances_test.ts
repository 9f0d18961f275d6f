import { assertEquals } from "@std/assert";
import { Acct } from "../mod.ts";
import type { AcctOptions } from "./options/options.ts";
import { Mode } from "../ground/mode.ts";
import { memoryStorage } from "../lib/storage.ts";
import { formatApiKey } from "../ground/api_key.ts";

const random = new Uint8Array(16);
const apiKey = formatApiKey({ kind: "pk", environment: "test", host: "one.example", random });
const other = formatApiKey({ kind: "pk", environment: "test", host: "two.example", random });
const uiHandler = {
  init() {},
  cleanup() {},
  canHandle: () => true,
  request: () => Promise.reject(new Error("not asked")),
};
const appSpecific = { mode: Mode.AppSpecific, uiHandler };

/** Returns the session key of an instance. */
async function keyOf(options: AcctOptions): Promise<string> {
  const keys = new Set<string>();
  const inner = memoryStorage();
  const { provider, disconnect } = Acct.create({
    ...options,
    preference: {
      ...options.preference,
      sessionStorage: {
        ...inner,
        get(key) {
          keys.add(key);
          return inner.get(key);
        },
      },
    },
  });
  assertEquals(await provider.request({ method: "eth_accounts" }), []);
  await disconnect();
  assertEquals(keys.size, 1);
  return [...keys][0]!;
}

Deno.test("create: instances share a session only if their accounts are equal", async () => {
  const different = await Promise.all([
    keyOf({ apiKey }),
    keyOf({ apiKey: other }),
    keyOf({ apiKey, preference: { keysUrl: "https://wallet.example" } }),
    keyOf({ apiKey, preference: appSpecific }),
    keyOf({ apiKey, preference: { ...appSpecific, rpId: "example.com" } }),
  ]);
  assertEquals(new Set(different).size, different.length);
  assertEquals(await keyOf({ apiKey, appName: "Another name" }), different[0]);
});
