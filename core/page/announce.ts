/**
 * Announces the provider to libraries that list wallets.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 * @module
 */
import { randomId } from "../lib/random_id.ts";
import { icon } from "./icon.ts";
import { rdnsOf } from "../protocol/wallet_host.ts";

/**
 * Announces a provider now and whenever a page asks.
 *
 * @returns stops announcing
 */
export function announce(provider: object, keysUrl: string): () => void {
  if (typeof document === "undefined") return () => {};
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: randomId(),
      name: "Acct",
      icon,
      rdns: rdnsOf(keysUrl),
    }),
    provider,
  });
  const tell = () => void dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", tell);
  tell();
  return () => removeEventListener("eip6963:requestProvider", tell);
}
