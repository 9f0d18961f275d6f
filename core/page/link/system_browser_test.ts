import { assert, assertEquals, assertThrows } from "@std/assert";
import { Acct } from "../../acct.ts";
import { AcctError } from "../../ground/errors.ts";
import { systemBrowser } from "./system_browser.ts";

const open = () => Promise.resolve({ type: "cancel" });

/** Runs with another value of a global's property. */
async function replaced(
  target: object,
  name: string,
  value: unknown,
  run: () => unknown,
): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  try {
    await run();
  } finally {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  }
}

function fieldOf(run: () => unknown): { field: string | undefined; message: string } {
  const { data, message } = assertThrows(run, AcctError);
  return { field: data.field, message };
}

Deno.test("system browser: the return address is an app's", () => {
  assertEquals(
    systemBrowser({ open, returnUrl: "com.example.app://acct" }).returnUrl,
    "com.example.app://acct",
  );
  for (const returnUrl of ["javascript://x", "http://shop.example/", "metamask://acct", ""]) {
    const { field, message } = fieldOf(() => systemBrowser({ open, returnUrl }));
    assertEquals([field, message.includes("own app")], ["returnUrl", true]);
  }
});

Deno.test("system browser: a missing function is named with its remedy", async () => {
  const create = () => systemBrowser({ open, returnUrl: "com.example.app://acct" });
  const { getRandomValues } = crypto;
  const cases: [string, unknown, string, string][] = [
    ["crypto", undefined, "crypto.subtle", "react-native-quick-crypto"],
    [
      "crypto",
      { getRandomValues: getRandomValues.bind(crypto) },
      "crypto.subtle",
      "react-native-quick-crypto",
    ],
    ["crypto", { subtle: crypto.subtle }, "crypto.subtle", "react-native-quick-crypto"],
    ["TextDecoder", undefined, "TextDecoder", "Expo 52"],
    ["URL", class {}, "URL", "react-native-url-polyfill"],
  ];
  for (const [name, value, field, advice] of cases) {
    await replaced(globalThis, name, value, () => {
      const found = fieldOf(create);
      assertEquals([found.field, found.message.includes(advice)], [field, true]);
    });
  }
});

Deno.test("system browser: AbortSignal.timeout is added where it is missing", async () => {
  const { timeout } = AbortSignal;
  // React Native's own class has no such member.
  class Signal extends EventTarget {}
  await replaced(globalThis, "AbortSignal", Signal, async () => {
    systemBrowser({ open, returnUrl: "com.example.app://acct" });
    assert(AbortSignal.timeout !== timeout);
    const signal = AbortSignal.timeout(10);
    await new Promise((done) => signal.addEventListener("abort", done));
    assertEquals(signal.aborted, true);
  });
  assertEquals(AbortSignal.timeout, timeout);
});

Deno.test("system browser: options that cannot work reject the first request", async () => {
  const connect = async (returnUrl: string, authTTL: number) => {
    const { provider } = Acct.create({
      apiKey: "pk_test",
      preference: {
        transport: "link",
        onLink: systemBrowser({ open, returnUrl }),
        keysUrl: "https://keys.wallet.example",
        serverUrl: "https://wallet.example",
        authTTL,
      },
    });
    const error = await provider.request({ method: "eth_requestAccounts" }).catch((each) => each);
    return error.data.field;
  };
  assertEquals(await connect("com.example.app://acct", 0), "preference.authTTL");
  assertEquals(
    await connect("http://localhost:8081/acct", 60),
    "preference.onLink.returnUrl",
  );
  await replaced(globalThis, "document", {}, async () => {
    assertEquals(await connect("com.example.app://acct", 60), "preference.onLink");
  });
});
