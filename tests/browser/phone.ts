/** Opens the wallet home on phones whose passkeys have a pseudo-random function (`prf`). @module */
import { getWorld, press, undisturbed } from "./harness.ts";
import type { Page } from "./playwright.ts";

/** A user with a phone, whose passkeys end with it. */
export interface Phone extends AsyncDisposable {
  readonly home: Page;
  /** Errors that the page threw or logged. */
  readonly problems: string[];
  /** Presses on the page and in dialogs, and passkey prompts, since the last call. */
  spent(): Promise<string>;
  /** Presses a control of the page. */
  tap(testid: string): Promise<void>;
  /** Presses a button of a dialog. */
  confirm(testid: string): Promise<void>;
  /** Opens a place of the wallet home. */
  open(place: string): Promise<void>;
}

/** Counts the passkey prompts of a page; it must be self-contained. */
const countPrompts = `(function () {
  const credentials = globalThis.CredentialsContainer?.prototype;
  if (!credentials) return;
  for (const kind of ["create", "get"]) {
    const real = credentials[kind];
    credentials[kind] = function (options) {
      sessionStorage.prompts = Number(sessionStorage.prompts ?? 0) + 1;
      return real.call(this, options);
    };
  }
})()`;

/** Opens the wallet home on a new phone. */
export async function newPhone({ hasPrf = true } = {}): Promise<Phone> {
  const { stack, started } = await getWorld();
  const context = await started.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
    timezoneId: "UTC",
  });
  await context.addInitScript({ content: countPrompts });
  const home = await context.newPage();
  const problems: string[] = [];
  home.on("pageerror", (error) => problems.push(error.message));
  home.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const session = await context.newCDPSession(home);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  await home.goto(stack.keysUrl);
  let presses = 0;
  let prompts = 0;
  return {
    home,
    problems,
    async spent() {
      const all = await home.evaluate<number>("Number(sessionStorage.prompts ?? 0)");
      const found = `${presses} presses, ${all - prompts} prompts`;
      [presses, prompts] = [0, all];
      return found;
    },
    async tap(testid) {
      presses++;
      await home.getByTestId(testid).click();
    },
    async confirm(testid) {
      presses++;
      await press(home, testid);
      await undisturbed(home);
    },
    async open(place) {
      // Only a place that differs is opened; a link of a message is always opened.
      await home.goto("about:blank");
      await home.goto(place.startsWith("http") ? place : `${stack.keysUrl}/${place}`);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}
