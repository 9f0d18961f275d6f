/** VirtualPasskeys of a user of Firefox. @module */
import type { VirtualPasskeys } from "../../../core/virtual/passkeys.ts";
import type { BrowserContext } from "../playwright.ts";
import type { DrivenContext } from "./browser.ts";
import type { Firefox } from "./firefox.ts";

/** True if the tests run in Firefox. */
export const inFirefox: boolean = Deno.env.get("TEST_BROWSER") === "firefox";

/** Replaces data that a browser does not report: any use throws, so that no test passes by it. */
export function notIn<T extends object>(browser: string): T {
  const fail = () => {
    throw new Error(`${browser} does not support this.`);
  };
  return new Proxy({} as T, { get: fail, set: fail, has: fail, ownKeys: fail });
}

/** The passkeys of a context; they exist on one device only. */
export function firefoxPasskeys(context: BrowserContext): VirtualPasskeys {
  const { driver } = context as DrivenContext<Firefox>;
  let behaviour: VirtualPasskeys["behaviour"] = "verify";
  return {
    credentials: notIn("Firefox"),
    prompts: notIn("Firefox"),
    backedUp: false,
    elsewhere: false,
    get behaviour() {
      return behaviour;
    },
    set behaviour(next) {
      behaviour = next;
      // Commands run in sequence.
      void driver.verify(next === "verify");
    },
  };
}
