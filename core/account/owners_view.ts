/** Formats an account's owners for dialogs and dApps. @module */
import { getAddress, type Hex, size, slice } from "viem";
import { type Owners, ownersAfter } from "./owners.ts";
import type { ServiceClient } from "../client/client.ts";
import type { OwnersResult } from "../protocol/service/owners.ts";
import type { AccountJson } from "../protocol/service/mod.ts";
import type { AccountRecord } from "../wallet/device/accounts.ts";
import { cleanText } from "../lib/text.ts";
import type { OwnerChainView, OwnersView, OwnerView } from "../dialog/owners.ts";

/** Reads and verifies the owners of an account, with the state of each chain. */
export async function readOwners(
  service: ServiceClient,
  account: AccountJson,
  signal?: AbortSignal,
): Promise<{ readonly owners: Owners; readonly result: OwnersResult }> {
  const result = await service.call("acct_getOwners", { account }, signal);
  return { owners: await ownersAfter(account, result.changes), result };
}

/** Formats the current owners. */
export function ownersView(
  { owners, result }: { readonly owners: Owners; readonly result: OwnersResult },
  records: readonly AccountRecord[] = [],
  here?: AccountRecord,
): OwnersView {
  return {
    owners: owners.flatMap((owner, index) =>
      owner === null ? [] : [ownerView(owner, index, records, here)]
    ),
    chains: chainsView(result),
  };
}

/** Formats one owner. */
export function ownerView(
  owner: Hex,
  index: number,
  records: readonly AccountRecord[],
  here?: AccountRecord,
): OwnerView {
  if (size(owner) === 32) {
    return { index, kind: "address", owner, address: getAddress(slice(owner, 12)), here: false };
  }
  const record = records.find(({ publicKey }) => publicKey.toLowerCase() === owner);
  return {
    index,
    kind: "passkey",
    owner,
    here: here?.publicKey.toLowerCase() === owner,
    ...(record !== undefined && { name: record.name }),
  };
}

/** Formats how many changes each chain has applied. */
export function chainsView({ changes, chains }: OwnersResult): OwnerChainView[] {
  return chains.map(({ chainId, name, deployed, applied, carried }) => ({
    id: Number(chainId),
    name: cleanText(name, 60),
    state: deployed === null
      ? "down"
      : applied >= changes.length
      ? "done"
      : carried
      ? "coming"
      : "waiting",
  }));
}
