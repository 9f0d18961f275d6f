/**
 * Exports an account to one JSON object with all data that is needed to use it without this
 * service. It contains no secrets: it reveals the account and its owners, and does not grant
 * control over them.
 *
 * @module
 */
import { hexToBigInt, isAddressEqual, numberToHex } from "viem";
import { contracts, ENTRY_POINT } from "../../chain/contracts.ts";
import {
  address,
  type At,
  bytes,
  elements,
  hash,
  isPresent,
  member,
  quantity,
  text,
  wrong,
} from "../../schema/check.ts";
import type { Address, Hex } from "../../lib/hex.ts";
import {
  MAX_CHAIN_NAME_LENGTH,
  MAX_HEADS,
  MAX_INDICES,
  MAX_OWNER_CHANGES,
  MAX_OWNERS,
  MAX_RECORD_CHAINS,
  MAX_RECOVERY_DELAY_S,
} from "../../ground/limits.ts";
import type { OwnerJson, OwnerStepJson } from "../../wire/owners.ts";
import type { AccountJson } from "../../wire/values.ts";
import { derivedAddress } from "../address.ts";
import { isRecovery } from "./change.ts";
import { type OwnerHistory, readHistory } from "./history.ts";

/** An exported account, in the file's format. */
export interface ExportedAccount {
  /** Version of this format. */
  readonly version: 2;
  /** Address of the account; the same on every chain. */
  readonly address: Address;
  /** Initial owners, from which the address is derived: 32 bytes (an address) or 64 (a key x‖y). */
  readonly owners: readonly Hex[];
  /** Factory nonce. */
  readonly nonce: Hex;
  /** Signed changes of the owners and finished recoveries, each after a step that it continues. */
  readonly changes: readonly OwnerStepJson[];
  /** `AcctFactory`, the contract that deploys the account. */
  readonly factory: Address;
  /** Implementation behind the account's proxy. */
  readonly implementation: Address;
  /** EntryPoint of ERC-4337. */
  readonly entryPoint: Address;
  /** Chains on which it was used, for information only. */
  readonly chains?: readonly { readonly id: number; readonly name: string }[];
}

/** A verified export. */
export interface ReadAccount {
  readonly account: AccountJson;
  /** The account's sets of owners. */
  readonly history: OwnerHistory;
  readonly chains: readonly { readonly id: number; readonly name: string }[];
}

/** Exports an account. */
export function exportAccount(
  account: AccountJson,
  changes: readonly OwnerStepJson[],
  chains: readonly { readonly id: number; readonly name: string }[] = [],
): ExportedAccount {
  return {
    version: 2,
    address: derivedAddress(account),
    owners: account.owners,
    nonce: numberToHex(hexToBigInt(account.nonce)),
    changes: changes.map((change) =>
      ({
        from: change.from,
        owners: change.owners.map(({ index, kind, owner }) => ({ index, kind, owner })),
        next: change.next,
        ...(isRecovery(change) ? { salt: change.salt } : { delay: change.delay }),
        signature: change.signature,
      }) as OwnerStepJson
    ),
    factory: contracts.factory,
    implementation: contracts.implementation,
    entryPoint: ENTRY_POINT,
    ...(chains.length > 0 && { chains: chains.map(({ id, name }) => ({ id, name })) }),
  };
}

/**
 * Reads an export. The address is derived again and each owner change is verified by its signature, so
 * an export from any source is safe to use.
 *
 * @param value the parsed JSON
 * @throws {AcctError} `invalid_params` with the field, `service_mismatch` for a change without a valid
 * signature
 */
export async function readExport(value: unknown): Promise<ReadAccount> {
  const at: At = { value, path: "record" };
  if (member(at, "version").value !== 2) throw wrong("record.version", "must be 2");
  const { factory, implementation } = contracts;
  const expected = { factory, implementation, entryPoint: ENTRY_POINT };
  for (const [name, known] of Object.entries(expected)) {
    if (!isAddressEqual(address(member(at, name)), known)) {
      throw wrong(`record.${name}`, `is not known here; this version uses ${known}`);
    }
  }
  const account: AccountJson = {
    address: address(member(at, "address")),
    owners: elements(member(at, "owners"), MAX_OWNERS).map(owner),
    nonce: quantity(member(at, "nonce")),
  };
  if (account.owners.length === 0) throw wrong("record.owners", "must not be empty");
  const derived = derivedAddress(account);
  if (!isAddressEqual(derived, account.address)) {
    throw wrong("record.address", "does not follow from the owners and the nonce");
  }
  const changes = elements(member(at, "changes"), MAX_OWNER_CHANGES).map(change);
  const named = member(at, "chains");
  return {
    account: { ...account, address: derived },
    history: await readHistory({ ...account, address: derived }, changes),
    chains: isPresent(named) ? elements(named, MAX_RECORD_CHAINS).map(chain) : [],
  };
}

function owner(at: At): Hex {
  const value = bytes(at);
  if (value.length !== 66 && value.length !== 130) {
    throw wrong(at.path, "must be 32 bytes (an address) or 64 (a key)");
  }
  return value;
}

function change(at: At): OwnerStepJson {
  const common = {
    from: elements(member(at, "from"), MAX_HEADS).map(hash),
    owners: elements(member(at, "owners"), MAX_OWNERS).map(ownerAt),
    next: whole(member(at, "next"), MAX_INDICES),
    signature: bytes(member(at, "signature")),
  };
  const salt = member(at, "salt");
  return isPresent(salt)
    ? { ...common, salt: hash(salt) }
    : { ...common, delay: whole(member(at, "delay"), MAX_RECOVERY_DELAY_S) };
}

function ownerAt(at: At): OwnerJson {
  const kind = member(at, "kind");
  if (kind.value !== "full" && kind.value !== "recovery") {
    throw wrong(kind.path, 'must be "full" or "recovery"');
  }
  return {
    index: whole(member(at, "index"), MAX_INDICES),
    kind: kind.value,
    owner: owner(member(at, "owner")),
  };
}

function chain(at: At): { id: number; name: string } {
  return { id: whole(member(at, "id")), name: text(member(at, "name"), MAX_CHAIN_NAME_LENGTH) };
}

function whole({ value, path }: At, most: number = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0 || value > most) {
    throw wrong(path, "must be a whole number");
  }
  return value;
}
