/** Stores the token of the last fee per chain, on this device. @module */
import { type Address, isAddress } from "viem";
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/** The last choices of fee tokens. */
export interface FeeChoices {
  /** Returns the last fee token on a chain, or `null` for the native currency. */
  of(chainId: number): Address | null;
  /** Stores a choice. */
  set(chainId: number, token: Address | null): void;
}

/** Opens the choices in a storage. */
export function feeChoices(storage: Storage, key = "acct.fees.1"): FeeChoices {
  const all = () => {
    const read = readJson(storage, key, isRecord) ?? {};
    return new Map(
      Object.entries(read).flatMap(([chain, token]) =>
        typeof token === "string" && isAddress(token, { strict: false })
          ? [[chain, token] as const]
          : []
      ),
    );
  };
  return {
    of: (chainId) => all().get(String(chainId)) ?? null,
    set(chainId, token) {
      const next = all();
      if (token === null) next.delete(String(chainId));
      else next.set(String(chainId), token);
      storage.set(key, JSON.stringify(Object.fromEntries(next)));
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
