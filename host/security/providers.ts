/**
 * Names passkey providers by the AAGUID that they report at creation. The value is not attested: it
 * only labels the passkey.
 *
 * @see https://github.com/passkeydeveloper/passkey-authenticator-aaguids
 * @module
 */
import type { Hex } from "viem";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { HomeText } from "../text/home_en.ts";

/** Common providers, by AAGUID without dashes. */
const providers: Readonly<Record<string, string>> = {
  ea9b8d664d011d213ce4b6b48cb575d4: "Google Password Manager",
  fbfc3007154e4ecc8c0b6e020557d7bd: "iCloud Keychain",
  dd4ec289e01d41c9bb8970fa845d4bf2: "iCloud Keychain",
  adce000235bcc60a648b0b25f1f05503: "Chrome",
  "08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
  "9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
  "6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
  bada5566a7aa401fbd9645619a55120d: "1Password",
  d548826e79b4db40a3d811116f7e8349: "Bitwarden",
  "531126d6e717415c93203d9aa6981239": "Dashlane",
  "53414d53554e47000000000000000000": "Samsung Pass",
  "50726f746f6e5061737350726f746f6e": "Proton Pass",
  fdb141b25d84443e8a354698c205a502: "KeePassXC",
  "0ea242b443c44a1b8b17dd6d0b6baec6": "Keeper",
};

/** Returns the name of a provider; `undefined` if it is unknown or hidden. */
export function providerOf(aaguid: Hex): string | undefined {
  const key = aaguid.slice(2).toLowerCase();
  return Object.hasOwn(providers, key) ? providers[key] : undefined;
}

/** Describes where a passkey is stored: its provider, if known, and whether it is synced. */
export function placesOf(
  { aaguid, backedUp }: Pick<AccountRecord, "aaguid" | "backedUp">,
  text: HomeText,
): string[] {
  const provider = aaguid === undefined ? undefined : providerOf(aaguid);
  if (provider === undefined) return [backedUp ? text.synced : text.notSynced];
  return backedUp ? [text.syncedWith(provider)] : [provider, text.notSynced];
}
