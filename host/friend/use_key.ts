/** Runs a passkey prompt for a friend's key, and shows how it failed. @module */
import { useState } from "preact/hooks";
import type { PrivateKeyAccount } from "viem/accounts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Address } from "../../core/lib/hex.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { Device } from "../device/device.ts";
import { askFriendKey } from "./key.ts";
import { isCancel, passkeysOf } from "./parts.tsx";

/**
 * State of the prompt: `incapable` if the passkey yields no key, `stranger` if it yields another
 * one, `refused` if the service rejected its signature.
 */
export type KeyState = "idle" | "busy" | "incapable" | "stranger" | "refused" | "failed";

/** Prompts for the friend's key. */
export interface KeyPrompt {
  readonly state: KeyState;
  /**
   * Prompts, and passes the key on; it is not kept. `use` returns false if it is not the right one.
   *
   * @param any true to accept any passkey of the site instead of the account's
   */
  readonly ask: (any?: boolean) => Promise<void>;
}

/** Returns the prompt for an account that the user helps. */
export function useKey(
  device: Device,
  record: AccountRecord | undefined,
  account: Address,
  use: (friend: PrivateKeyAccount) => boolean | Promise<boolean>,
): KeyPrompt {
  const [state, setState] = useState<KeyState>("idle");
  return {
    state,
    async ask(any = false) {
      setState("busy");
      try {
        const passkey = record === undefined || any
          ? { rpId: location.hostname }
          : passkeysOf(device, record);
        const friend = await askFriendKey(account, passkey);
        if (friend === null) return setState("incapable");
        setState(await use(friend) ? "idle" : "stranger");
      } catch (error) {
        const isRefused = error instanceof AcctError && error.data.cause === "invalid_params";
        setState(isCancel(error) ? "idle" : isRefused ? "refused" : "failed");
      }
    },
  };
}
