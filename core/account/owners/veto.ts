/**
 * Finds the waiting recoveries of an account, and stops them: a full owner signs a veto once for
 * every chain.
 *
 * @module
 */
import { type Address, hashTypedData, type Hex, toHex } from "viem";
import { ACCOUNT_DOMAIN } from "../../chain/contracts.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_HEADS } from "../../ground/limits.ts";
import type { OwnersOnChain, VetoJson, WaitingRecoveryJson } from "../../wire/owners.ts";
import { indexOfOwner, storedWord, ZERO_WORD } from "./key.ts";
import type { OwnersNow } from "./plan.ts";

/** A veto without its signature. */
export type UnsignedVeto = Omit<VetoJson, "signature">;

const vetoTypes = {
  Veto: [{ name: "heads", type: "bytes32[]" }, { name: "target", type: "bytes32" }],
} as const;

/** Builds a veto as typed data, without a chain id. */
export function vetoTypedData(account: Address, { heads, target }: UnsignedVeto): {
  readonly domain: { readonly name: "Acct"; readonly version: "1"; verifyingContract: Address };
  readonly types: typeof vetoTypes;
  readonly primaryType: "Veto";
  readonly message: UnsignedVeto;
} {
  return {
    domain: { ...ACCOUNT_DOMAIN, verifyingContract: account },
    types: vetoTypes,
    primaryType: "Veto",
    message: { heads, target },
  };
}

/** Computes the digest that a full owner signs. */
export function vetoDigest(account: Address, veto: UnsignedVeto): Hex {
  return hashTypedData(vetoTypedData(account, veto));
}

/** The waiting recoveries of one recovery owner, on any chain. */
export interface RunningRecovery {
  /** 32 bytes of the recovery owner, an address. */
  readonly owner: Hex;
  /** Earliest time at which a recovery takes effect, in Unix seconds. */
  readonly readyAt: number;
  /** Hashes of the recoveries: one, unless different ones were started. */
  readonly ids: readonly Hex[];
  /** Chains on which a recovery is waiting. */
  readonly chains: readonly Pick<WaitingRecoveryJson, "chainId" | "name" | "carried">[];
}

/** Lists the waiting recoveries on these chains. */
export function waitingOn(chains: readonly OwnersOnChain[]): WaitingRecoveryJson[] {
  return chains.flatMap(({ chainId, name, carried, words, pending }) =>
    pending.map(({ index, readyAt, recovery }) => ({
      chainId,
      name,
      carried,
      readyAt,
      recovery,
      owner: toHex(BigInt(words[index] ?? 0) & (2n ** 160n - 1n), { size: 32 }),
    }))
  );
}

/** Groups the waiting recoveries by their owners, the most urgent first. */
export function runningRecoveries(waiting: readonly WaitingRecoveryJson[]): RunningRecovery[] {
  const found = new Map<Hex, RunningRecovery>();
  for (const { owner, readyAt, recovery, ...chain } of waiting) {
    const { ids = [], chains = [], ...before } = found.get(owner) ?? {};
    found.set(owner, {
      owner,
      readyAt: Math.min(readyAt, (before as Partial<RunningRecovery>).readyAt ?? readyAt),
      ids: [...new Set([...ids, recovery])],
      chains: [...chains, chain],
    });
  }
  return [...found.values()].sort((a, b) => a.readyAt - b.readyAt);
}

/**
 * Returns whether a veto stops all recoveries of the owner, because different recoveries are
 * waiting.
 */
export function blocksOwner({ ids }: RunningRecovery): boolean {
  return ids.length > 1;
}

/**
 * Plans a veto of a recovery owner's pending changes: at the heads of all chains where the signer
 * is a full owner, and at the current head, which a lagging chain reaches later.
 *
 * @throws {AcctError} `invalid_params` if there is no waiting change that the signer can stop
 */
export function planVeto({ chains, tip }: OwnersNow, signer: Hex, owner: Hex): UnsignedVeto {
  const running = runningRecoveries(waitingOn(chains)).find((each) => each.owner === owner);
  const rules = ({ words }: OwnersOnChain) => indexOfOwner(words, signer) >= 0;
  const named = new Set(running?.chains.map(({ chainId }) => chainId));
  const waiting = chains.filter((chain) => named.has(chain.chainId) && rules(chain));
  if (running === undefined || waiting.length === 0) {
    throw new AcctError("invalid_params", {
      field: "params[0].owner",
      detail: "No recovery of this owner waits where the passkey is an owner.",
    });
  }
  const others = chains.filter((chain) => chain.deployed === true && rules(chain));
  const heads = new Set([...waiting, ...others, tip].map(({ head }) => head));
  if (new Set(waiting.map(({ head }) => head)).size > MAX_HEADS) {
    throw new AcctError("invalid_params", {
      field: "params[0].owner",
      detail: `One veto names at most ${MAX_HEADS} owner heads.`,
    });
  }
  return {
    heads: [...heads].slice(0, MAX_HEADS),
    target: blocksOwner(running) ? storedWord({ kind: "recovery", owner }) : running.ids[0]!,
  };
}

/** Returns whether a veto names a waiting recovery of a chain and is valid there. */
export function stopsAt(
  { heads, target }: UnsignedVeto,
  signer: Hex,
  { head, words, pending }: OwnersOnChain,
): boolean {
  return signer !== ZERO_WORD && heads.includes(head) && words.includes(signer) &&
    pending.some(({ index, recovery }) => recovery === target || words[index] === target);
}
