/**
 * Virtual passkeys for browser tests with Playwright and Chromium. Each page has its own
 * authenticator. The credentials are copied from page to page, because an authenticator is removed
 * with its page.
 *
 * An init script delays `navigator.credentials.create` and `get` until the page's authenticator is
 * ready. It waits for an intercepted request, which does not need a user activation.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 * @module
 */
import type { PasskeyContext, PasskeyPage, PasskeyRoute } from "./browser.ts";

/** A credential in the format of the DevTools protocol, including the private key. */
export type VirtualCredential = Record<string, unknown> & {
  /** Credential id, base64. */
  readonly credentialId: string;
  /** RP ID of the credential. */
  readonly rpId?: string;
};

/** One prompt, as the page saw it. */
export interface VirtualPrompt {
  /** `create` or `get`. */
  readonly kind: "create" | "get";
  /** True if the click's user activation was still present. */
  readonly activated: boolean;
  /** Requested RP ID. */
  readonly rpId: string;
  /** Milliseconds on the page's clock. */
  readonly at: number;
}

/** The passkeys of one user. */
export interface VirtualPasskeys {
  /** The credentials by id. */
  readonly credentials: Map<string, VirtualCredential>;
  /** All prompts so far. */
  readonly prompts: VirtualPrompt[];
  /** Behavior of the user: the next prompts are confirmed or cancelled. */
  behaviour: "verify" | "cancel";
  /** If true, passkeys of pages that are opened from now on exist on more than one device. */
  backedUp: boolean;
  /**
   * If true, the next passkey is created on another authenticator, which has none of these
   * credentials.
   */
  elsewhere: boolean;
}

const READY = "/__passkeys_ready";

/**
 * Adds virtual passkeys to a browser context: its pages and popups create and use them without a
 * prompt. Call it before the first page is opened.
 *
 * @param context a `BrowserContext` of Playwright, in Chromium
 * @param reachable the URL of a server that the content security policies of all pages allow, such
 * as the service; requests to `/__passkeys_ready` there are intercepted and never sent
 *
 * @example
 * ```ts ignore
 * import { givePasskeys, press } from "@sdk/core/testing";
 * import { expect, test } from "@playwright/test";
 *
 * test("connects", async ({ context, page }) => {
 *   const passkeys = await givePasskeys(context, "https://wallet.example.com");
 *   await page.goto("/");
 *   const popup = page.waitForEvent("popup");
 *   await page.getByRole("button", { name: "Connect" }).click();
 *   await press(await popup, "sdk-create");
 *   await expect(page.getByTestId("address")).toHaveText(/^0x/);
 *   expect(passkeys.prompts.map(({ kind }) => kind)).toEqual(["create"]);
 * });
 * ```
 */
export async function givePasskeys(
  context: PasskeyContext,
  reachable: string,
): Promise<VirtualPasskeys> {
  const passkeys: VirtualPasskeys = {
    credentials: new Map(),
    prompts: [],
    behaviour: "verify",
    backedUp: true,
    elsewhere: false,
  };
  const sessions = new WeakMap<PasskeyPage, Promise<Authenticator>>();

  await context.route(`${reachable}${READY}*`, async (route: PasskeyRoute) => {
    const request = route.request();
    const page = request.frame().page();
    const query = new URL(request.url()).searchParams;
    // Without an available passkey, the browser shows no dialog.
    const rpId = query.get("rpId");
    const none = query.get("immediate") === "true" &&
      ![...passkeys.credentials.values()].some((known) => known.rpId === rpId);
    if (!none) {
      passkeys.prompts.push({
        kind: query.get("kind") as "create" | "get",
        activated: query.get("activated") === "true",
        rpId: query.get("rpId") ?? "",
        at: Number(query.get("at")),
      });
    }
    if (!sessions.has(page)) sessions.set(page, addAuthenticator(context, page, passkeys));
    const authenticator = await sessions.get(page)!;
    await authenticator.behave(passkeys.behaviour);
    await authenticator.hold(!(query.get("kind") === "create" && passkeys.elsewhere));
    await route.fulfill({
      status: 200,
      headers: { "access-control-allow-origin": "*", "cache-control": "no-store" },
      body: "",
    });
  });

  await context.addInitScript({
    content: `(${holdCredentials})(${JSON.stringify(reachable + READY)})`,
  });
  return passkeys;
}

interface Authenticator {
  behave(behaviour: VirtualPasskeys["behaviour"]): Promise<void>;
  /** Adds the user's passkeys to the authenticator, or removes them temporarily. */
  hold(all: boolean): Promise<void>;
}

async function addAuthenticator(
  context: PasskeyContext,
  page: PasskeyPage,
  passkeys: VirtualPasskeys,
): Promise<Authenticator> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const added = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: passkeys.backedUp,
      defaultBackupState: passkeys.backedUp,
    },
  });
  const { authenticatorId } = added as { readonly authenticatorId: string };
  const keep = (payload: Record<string, unknown>) => {
    const credential = payload.credential as VirtualCredential;
    passkeys.credentials.set(credential.credentialId, credential);
  };
  session.on("WebAuthn.credentialAdded", keep);
  session.on("WebAuthn.credentialAsserted", keep);
  let held = false;
  const hold = async (all: boolean) => {
    if (held === all) return;
    held = all;
    if (!all) return void await session.send("WebAuthn.clearCredentials", { authenticatorId });
    // Credentials that were created in the meantime exist already: all of them are added again.
    await session.send("WebAuthn.clearCredentials", { authenticatorId });
    for (const credential of passkeys.credentials.values()) {
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    }
  };
  await hold(true);
  return {
    hold,
    async behave(behaviour) {
      await session.send("WebAuthn.setUserVerified", {
        authenticatorId,
        isUserVerified: behaviour === "verify",
      });
    },
  };
}

/** Runs in the page, so it must be self-contained. */
const holdCredentials = `function (ready) {
  const credentials = globalThis.CredentialsContainer?.prototype;
  if (!credentials) return;
  for (const kind of ["create", "get"]) {
    const real = credentials[kind];
    credentials[kind] = async function (options) {
      const rpId = kind === "create" ? options.publicKey.rp.id : options.publicKey.rpId;
      const query = new URLSearchParams({
        kind,
        rpId,
        immediate: String(options.uiMode === "immediate"),
        activated: String(navigator.userActivation.isActive),
        at: String(performance.now()),
      });
      await fetch(ready + "?" + query);
      return await real.call(this, options);
    };
  }
}`;
