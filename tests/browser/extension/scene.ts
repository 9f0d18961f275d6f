/** A browser with the extension, and a stack that trusts it. @module */
import { join } from "node:path";
import type { VirtualCredential } from "../../../core/virtual/passkeys.ts";
import { serveHost } from "../../../host/mod.ts";
import { buildExtension, writeExtension } from "../../../scripts/build_extension.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { buildPage, hostPage } from "../../../scripts/stack/pages.ts";
import { until } from "../../../scripts/stack/patience.ts";
import {
  type BrowserContext,
  browserProgram,
  openWithExtensions,
  type Page,
} from "../playwright.ts";

/** Name of the wallet that the extension announces. */
export const WALLET = "Acct";

/** Limit of a single wait. */
const LIMIT_MS = 60_000;

/** A browser with the extension. */
export interface ExtensionScene extends AsyncDisposable {
  readonly stack: Stack;
  readonly context: BrowserContext;
  /** Id of the extension. */
  readonly id: string;
}

/** Returns true unless the browser is the packaged one, which is a shell without extensions. */
export async function hasExtensions(): Promise<boolean> {
  const isDriven = ["firefox", "webkit"].includes(Deno.env.get("TEST_BROWSER") ?? "");
  return !isDriven && (await browserProgram()).args.length === 0;
}

/** Members of Playwright that the other tests do not use. */
type WithWorkers = BrowserContext & {
  serviceWorkers(): { url(): string }[];
};

/**
 * Starts stack and browser.
 *
 * @param others folders of further extensions
 */
export async function openScene(others: readonly string[] = []): Promise<ExtensionScene> {
  await using owned = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "acct-extension-" });
  owned.defer(() => Deno.remove(folder, { recursive: true }).catch(() => {}));
  const publicKey = await newPublicKey();
  const host = await buildPage(hostPage);
  const extensions: string[] = [];
  let apiKey = "";
  const stack = await startStack({
    origins: ["any-site"],
    second: true,
    keysHost: serveHost(host, { apiKey: () => apiKey, extensions }),
  });
  owned.defer(() => stack.stop());
  apiKey = stack.apiKey;
  const built = await buildExtension({
    apiKey,
    keysUrl: stack.keysUrl,
    serverUrl: stack.browserServerUrl,
    publicKey,
  });
  extensions.push(...built.ids);
  await writeExtension(built, folder);
  const context = await openWithExtensions(join(folder, "profile"), [
    join(folder, "chromium"),
    ...others,
  ]);
  owned.defer(() => context.close());
  const [id] = built.ids as [string];
  await until(
    "the extension is loaded",
    () => (context as WithWorkers).serviceWorkers().some((worker) => worker.url().includes(id)),
    50,
    20_000,
  );
  owned.move();
  return {
    stack,
    context,
    id,
    async [Symbol.asyncDispose]() {
      await context.close();
      await stack.stop();
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
}

/** Creates a public key for a manifest; its private key is never used. */
export async function newPublicKey(): Promise<string> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  };
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const bytes = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  return btoa(String.fromCharCode(...bytes));
}

/** A result, or an error, of a request. */
export interface SiteAnswer<T> {
  readonly result?: T;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Sends a request from a page or frame, and returns the position of its answer. */
export async function send(
  page: Pick<Page, "evaluate">,
  method: string,
  params?: unknown,
  wallet = WALLET,
): Promise<number> {
  const list = [wallet, method, params].map((each) => JSON.stringify(each) ?? "undefined");
  return await page.evaluate<number>(`ask(${list.join(",")})`);
}

/**
 * Waits for a condition of a page. Playwright's own function needs `eval`, which the policy of the
 * page forbids.
 */
export async function holds(page: Pick<Page, "evaluate">, condition: string): Promise<void> {
  await until(condition, () => page.evaluate<boolean>(`!!(${condition})`), 50, LIMIT_MS);
}

/** Returns the answer at a position, once it exists. */
export async function answerAt<T = unknown>(
  page: Pick<Page, "evaluate">,
  position: number,
): Promise<SiteAnswer<T>> {
  const place = `answers[${position}]`;
  await holds(page, place);
  return JSON.parse(await page.evaluate<string>(`JSON.stringify(${place})`));
}

/** Sends a request that opens the wallet's window. */
export async function openDialog<T = unknown>(
  { context }: Pick<ExtensionScene, "context">,
  page: Pick<Page, "evaluate">,
  method: string,
  params?: unknown,
): Promise<{ readonly dialog: Page; answer(): Promise<SiteAnswer<T>> }> {
  let position = -1;
  const dialog = await dialogOf(context, async () => {
    position = await send(page, method, params);
  });
  return {
    dialog,
    async answer() {
      const answer = await answerAt<T>(page, position);
      if (!dialog.isClosed()) await dialog.waitForEvent("close");
      return answer;
    },
  };
}

/** Runs an action that opens the wallet's window, and returns the window. */
export async function dialogOf(
  context: BrowserContext,
  open: () => Promise<unknown>,
): Promise<Page> {
  const opened = nextPage(context);
  // If the action itself fails, that is the error to see.
  opened.catch(() => {});
  await open();
  const dialog = await opened;
  await givePasskeys(context, dialog);
  return dialog;
}

/** Passkeys of the browser's user, by id. */
const passkeys = new WeakMap<BrowserContext, Map<string, VirtualCredential>>();

/**
 * Adds the user's passkeys to a window. Playwright intercepts no requests of windows that an
 * extension opens, so that the virtual passkeys of `core/virtual` cannot be used.
 */
export async function givePasskeys(context: BrowserContext, window: Page): Promise<void> {
  const known = passkeys.get(context) ?? new Map<string, VirtualCredential>();
  passkeys.set(context, known);
  const session = await context.newCDPSession(window);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  for (const credential of known.values()) {
    await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  }
  for (const event of ["WebAuthn.credentialAdded", "WebAuthn.credentialAsserted"]) {
    session.on(event, ({ credential }) => {
      const added = credential as VirtualCredential;
      known.set(added.credentialId, added);
    });
  }
}

/** Returns the next page that is opened. */
export function nextPage(context: BrowserContext): Promise<Page> {
  return (context as unknown as {
    waitForEvent(name: "page", options: { timeout: number }): Promise<Page>;
  }).waitForEvent("page", { timeout: LIMIT_MS });
}
