import { testWindow } from "../../tests/dom.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { AcctError, causes, type MessagePreview } from "@sdk/core/dialog";
import { writable } from "../../core/lib/readable.ts";
import { openRequest } from "../../core/wallet/prompt/open_request.ts";
import { plainHandler } from "./plain_handler.ts";

const config = { appName: "App", appLogoUrl: null, defaultChainId: 1, showTestnets: false };
const sleep = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A request to sign. Its preview is completed later. */
function signing(approve: () => Promise<unknown>) {
  const preview = writable<MessagePreview>({ status: "loading", bytes: "0x68", warnings: [] });
  const { request, outcome } = openRequest({
    method: "personal_sign",
    flow: { id: "f", step: 1, steps: 1 },
    app: { name: "App", logoUrl: null, origin: "https://app.example" },
    account: null,
    chain: {
      id: 1,
      name: "Chain",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    preview,
    onConfirm: approve,
  }, new AbortController().signal);
  return { preview, request, outcome };
}

const button = (words: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === words)!;

Deno.test("a request is shown, completed, fails, is retried and closes", async () => {
  const handler = plainHandler();
  handler.init(config);
  let tries = 0;
  const { preview, request, outcome } = signing(() =>
    ++tries === 1 ? Promise.reject(new AcctError("passkey_cancelled")) : Promise.resolve("0x01")
  );
  const shown = handler.request("personal_sign", request);
  assert(button("Sign").disabled);
  preview.set({ status: "ready", bytes: "0x68", text: "h", warnings: [] });
  button("Sign").click();
  await sleep();
  assert(document.querySelector("dialog")!.textContent!.includes(causes.passkey_cancelled.message));
  button("Sign").click();
  assertEquals(await outcome, "0x01");
  await shown;
  assertEquals(document.querySelectorAll("dialog").length, 0);
});

Deno.test("rejecting, and cleanup, close a request; nothing remains", async () => {
  const handler = plainHandler();
  handler.init(config);
  assertThrows(() => handler.init(config));
  assert(handler.canHandle("wallet_connect") && !handler.canHandle("toString"));
  const first = handler.request("personal_sign", signing(() => Promise.resolve()).request);
  button("No").click();
  await assertRejects(() => first);
  const second = handler.request("personal_sign", signing(() => Promise.resolve()).request);
  handler.cleanup();
  await assertRejects(() => second);
  assertEquals(document.querySelectorAll("dialog").length, 0);
});

Deno.test({
  name: "the test's own window ends",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () => testWindow.happyDOM.close(),
});
