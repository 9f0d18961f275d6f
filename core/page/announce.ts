/**
 * Announces the provider to libraries that list wallets.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 * @module
 */
import { randomId } from "../lib/random_id.ts";
import { icon } from "./icon.ts";
import { rdnsOf } from "../protocol/wallet_host.ts";

/** Wallet that a page announces, for all copies of the SDK in it. */
interface Announced {
  readonly uuid: string;
  /** Providers that are not disconnected; the newest is announced. */
  readonly providers: object[];
}

/**
 * Announces a provider now and whenever a page requests it. Another provider for the same wallet
 * host replaces it without an announcement, such as after a hot reload.
 *
 * @returns stops announcing
 */
export function announce(provider: object, keysUrl: string, mode = ""): () => void {
  if (typeof document === "undefined") return () => {};
  const page = globalThis as unknown as Record<symbol, Announced | undefined>;
  // The wallets of both modes have different accounts.
  const key = Symbol.for(`acct.1:${mode}:${keysUrl}`);
  const { uuid, providers } = page[key] ??= { uuid: randomId(), providers: [] };
  const detail = Object.freeze({
    info: Object.freeze({ uuid, name: "Acct", icon, rdns: rdnsOf(keysUrl) }),
    provider,
  });
  const tell = () => {
    if (providers.at(-1) === provider) {
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    }
  };
  addEventListener("eip6963:requestProvider", tell);
  if (providers.push(provider) === 1) tell();
  return () => {
    removeEventListener("eip6963:requestProvider", tell);
    providers.splice(providers.indexOf(provider) >>> 0, 1);
    if (providers.length === 0) page[key] = undefined;
  };
}
