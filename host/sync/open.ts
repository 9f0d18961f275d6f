/**
 * Shares the sites of an account with the user's other devices. Each passkey prompt also evaluates
 * the passkey's pseudo-random function (`prf`), which yields the same secret on every device that
 * has the passkey. The other code loads when it is needed.
 *
 * @module
 */
import type { ServiceOptions } from "../../core/client/client.ts";
import { lazy } from "../../core/client/lazy.ts";
import type { Address } from "../../core/lib/hex.ts";
import type { Storage } from "../../core/lib/storage.ts";
import type { PromptExtension } from "../../core/passkey/browser/ceremony.ts";
import { SECRETS_KEY } from "./secrets_key.ts";

/** Shares the sites of this device's accounts. */
export interface Sync extends PromptExtension {
  /** Shares the sites of an account; resolves with true if the sites of this device changed. */
  run(account: Address): Promise<boolean>;
}

/** Prepares it; no request is sent before the first run. */
export function openSync(reach: ServiceOptions, storage: Storage): Sync {
  const answers: object[] = [];
  const code = lazy(() => import("./sync.ts"));
  return {
    inputs: { prf: { eval: { first: new TextEncoder().encode("acct synced data 1") } } },
    onAnswer(credential) {
      answers.push(credential);
      // A window closes soon after the prompt.
      code.load().catch(() => {});
    },
    async run(account) {
      if (answers.length === 0 && storage.get(SECRETS_KEY) === null) return false;
      try {
        return await (await code.load()).sync({ reach, storage, answers, account });
      } catch {
        // The next run repeats it.
        return false;
      }
    },
  };
}
