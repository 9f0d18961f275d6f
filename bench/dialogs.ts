/**
 * Measures user-visible latency in the browser: from the click in the page until the dialog is
 * painted, and from Confirm until the passkey prompt. Also counts the presses, prompts and requests
 * of each flow.
 *
 * @module
 */
import { numberToHex } from "viem";
import {
  type App,
  closeWorld,
  getWorld,
  type Mode,
  newUser,
  openApp,
  openRequest,
  press,
  type User,
} from "../tests/browser/harness.ts";
import { type Part, spread } from "./report.ts";
import { measureTransfer } from "./transfer.ts";

const COLD = 8;
const WARM = 12;
/** Idle time of the user, in milliseconds. */
const PAUSE = 1_000;
const modes = ["CrossPlatform", "AppSpecific"] as const satisfies Mode[];

/** Timestamps that the pages report, in milliseconds of one clock. */
interface Heard {
  /** The last click in the app. */
  asked: number;
  /** Time at which a dialog was painted after the click. */
  painted: PromiseWithResolvers<number>;
  /** Time from Confirm to the prompt. */
  prompts: number[];
}

/** Measures both modes. */
export async function measureDialogs(): Promise<Part> {
  const { started, stack } = await getWorld({ descriptors: false });
  try {
    const waits: string[][] = [];
    const requests: (number | string)[][] = [];
    for (const mode of modes) {
      const cold: number[] = [];
      const warm: number[] = [];
      const prompt: number[] = [];
      for (let round = 0; round < COLD; round++) {
        await using user = await newUser();
        const heard = await listen(user);
        const app = await openApp(user, { mode });
        const connecting = await flow(user, heard, app, mode, "eth_requestAccounts", undefined);
        cold.push(connecting.painted);
        if (round > 0) continue;
        requests.push([`${mode}: connect, new account`, ...connecting.counts]);
        for (let send = 0; send < WARM; send++) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
          heard.prompts.length = 0;
          const calls = [{ to: stack.tokens[0].address, value: "0x0", data: "0x18160ddd" }];
          const params = [{ version: "2.0.0", chainId: numberToHex(stack.chainId), calls }];
          const sending = await flow(user, heard, app, mode, "wallet_sendCalls", params);
          warm.push(sending.painted);
          prompt.push(...heard.prompts);
          if (send === 1) requests.push([`${mode}: send, sponsored`, ...sending.counts]);
        }
      }
      waits.push([`${mode}: click to dialog, empty cache`, ...spread(cold)]);
      waits.push([`${mode}: click to dialog, again`, ...spread(warm)]);
      waits.push([`${mode}: Confirm to passkey prompt`, ...spread(prompt)]);
    }
    const transfer = await measureTransfer(modes);
    return {
      versions: { Chromium: started.browser.version() },
      sections: [
        {
          title: "Dialogs",
          about:
            "Milliseconds in a headless browser without a GPU, with local uncompressed pages: " +
            `${COLD} fresh profiles, and ${WARM} requests a second apart. “Painted” is the end of the frame in ` +
            "which the dialog's card is in the page. The passkey is a virtual authenticator. Its setup " +
            "disables the browser's cache, so a window's files are fetched each time.",
          columns: ["", "p50", "p95", "most"],
          rows: waits,
        },
        {
          title: "Presses, prompts and requests per flow",
          about:
            "Presses including the app's button, passkey prompts, and POST requests to the service " +
            "by method, from the click to the result. Other SDKs cannot be measured here, because " +
            "their dialogs need their own services.",
          columns: ["Flow", "Presses", "Prompts", "Requests"],
          rows: requests,
        },
        transfer,
      ],
    };
  } finally {
    await closeWorld();
  }
}

/** Sends a request, confirms it, and waits for the result. */
async function flow(
  user: User,
  heard: Heard,
  app: App,
  mode: Mode,
  method: string,
  params: unknown,
): Promise<{ painted: number; counts: (number | string)[] }> {
  const [prompts, posts] = [user.passkeys.prompts.length, user.posts.length];
  heard.painted = Promise.withResolvers();
  const asked = await openRequest(app, mode, method, params);
  const button = method === "eth_requestAccounts" ? "sdk-create" : "sdk-confirm";
  const presses = 1 + await press(asked.dialog, button);
  const { error } = await asked.answer();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  const methods = user.posts.slice(posts).flatMap(({ methods }) => methods);
  const painted = await heard.painted.promise - heard.asked;
  const requests = `${methods.length}: ${methods.join(", ")}`;
  return { painted, counts: [presses, user.passkeys.prompts.length - prompts, requests] };
}

/** Collects the messages of a user's pages. */
async function listen(user: User): Promise<Heard> {
  const heard: Heard = { asked: 0, painted: Promise.withResolvers(), prompts: [] };
  user.context.on("page", (page) => {
    page.on("console", (message) => {
      const [, kind, value] = /^bench (\w+) ([\d.]+)$/.exec(message.text()) ?? [];
      if (kind === "asked") heard.asked = Number(value);
      else if (kind === "painted") heard.painted.resolve(Number(value));
      else if (kind === "prompt") heard.prompts.push(Number(value));
    });
  });
  await user.context.addInitScript({ content: `(${watch})()` });
  return heard;
}

/** Runs in every page, so it must be self-contained. */
const watch = `function () {
  const say = (kind, value) => console.debug("bench " + kind + " " + value.toFixed(2));
  const now = () => performance.timeOrigin + performance.now();
  let clicked = 0;
  addEventListener("click", (event) => {
    clicked = performance.now();
    if (event.composedPath().some((node) => node.id === "send")) say("asked", now());
  }, true);
  for (const kind of ["create", "get"]) {
    const next = globalThis.CredentialsContainer?.prototype[kind];
    if (next === undefined) continue;
    CredentialsContainer.prototype[kind] = function (options) {
      say("prompt", performance.now() - clicked);
      return next.call(this, options);
    };
  }
  const card = () => [...document.querySelectorAll("[data-sdk-modal-container]")]
    .some((host) => host.shadowRoot?.querySelector("[data-testid=sdk-card]"));
  let shown = false;
  const look = () => {
    const there = card();
    // A message is recorded when the frame is done, and not a frame later.
    if (there && !shown) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => say("painted", now());
      port2.postMessage(null);
    }
    shown = there;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;
