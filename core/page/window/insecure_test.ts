import { assertEquals, assertMatch } from "@std/assert";
import { Acct } from "../../acct.ts";
import { formatApiKey } from "../../ground/api_key.ts";
import { AcctError } from "../../ground/errors.ts";
import { scene, sign } from "../../testing/remote_scene.ts";
import { singleStep } from "../../wallet/prompt/prompt_user.ts";
import { openRequest } from "../../wallet/prompt/open_request.ts";
import { writable } from "../../lib/readable.ts";

const random = new Uint8Array(16);
const apiKey = formatApiKey({ kind: "pk", environment: "test", host: "one.example", random });

/** Enters a page without TLS: it has `getRandomValues`, but no `crypto.randomUUID`. */
function insecurePage(): Disposable {
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  return {
    [Symbol.dispose]: () => void Reflect.deleteProperty(crypto, "randomUUID"),
  };
}

Deno.test("insecure page: a provider is created and announced under a UUID", async () => {
  using _ = insecurePage();
  const announced: string[] = [];
  const hear = (event: Event) => announced.push((event as CustomEvent).detail.info.uuid);
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  addEventListener("eip6963:announceProvider", hear);
  try {
    await Acct.create({ apiKey }).disconnect();
    await Acct.create({ apiKey }).disconnect();
  } finally {
    removeEventListener("eip6963:announceProvider", hear);
    Reflect.deleteProperty(globalThis, "document");
  }
  assertEquals(new Set(announced).size, 2);
  for (const uuid of announced) {
    assertMatch(uuid, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

Deno.test("insecure page: a request opens the window, and the page's own dialog", async () => {
  using _ = insecurePage();
  {
    using at = scene();
    const abort = new AbortController();
    const asked = sign(at.wallet, abort.signal);
    assertEquals(at.urls.length, 1);
    abort.abort();
    const error = await asked.catch((error) => error);
    assertEquals([error instanceof AcctError, error.data.cause], [true, "aborted"]);
  }
  const { request, close } = openRequest<"wallet_connect", never>(
    {
      method: "wallet_connect",
      flow: singleStep(),
      app: { name: "Shop", logoUrl: null, origin: "http://shop.example" },
      chain: {
        id: 1,
        name: "Ethereum",
        testnet: false,
        nativeCurrency: { symbol: "ETH", decimals: 18 },
      },
      preview: writable({ status: "ready", known: [], warnings: [] }),
      onConfirm: () => Promise.reject(new AcctError("passkey_unsupported")),
    } as unknown as Parameters<typeof openRequest<"wallet_connect", never>>[0],
    new AbortController().signal,
  );
  assertEquals([request.id.length, request.flow.id.length], [36, 36]);
  close();
});
