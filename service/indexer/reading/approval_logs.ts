/** Decodes approval events. Any contract can emit them for any account. @module */
import { type Address, type Hex, pad, toEventSelector } from "viem";
import type { Chain } from "../../chain/chain.ts";
import { PERMIT2, readEffects } from "../../chain/simulation/effects.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { listedTokens } from "../../chain/listed.ts";
import { type GivenApproval, listApprovals } from "../../store/rows/approvals.ts";
import type { Store } from "../../store/store.ts";
import type { LogSource } from "./backfill.ts";

/** Addresses per request: nodes limit them. */
const MAX_ADDRESSES = 100;

/** Events with which an account grants rights to others; the account is their first topic. */
export const APPROVAL_TOPICS: readonly Hex[] = [
  "Approval(address,address,uint256)",
  "ApprovalForAll(address,address,bool)",
  "OperatorSet(address,address,bool)",
  "Approval(address,address,address,uint160,uint48)",
  "Permit(address,address,address,uint160,uint48,uint48)",
].map((signature) => toEventSelector(signature));

/**
 * Returns the source of an account's events. The emitters that matter most are Permit2 and the
 * tokens that the operator lists or the account approved.
 */
export function approvalSource(store: Store, chain: Chain, account: Address): LogSource {
  const topics = [APPROVAL_TOPICS, pad(account, { size: 32 })];
  return {
    filter: { topics },
    of: (emitters) => ({ address: emitters, topics }),
    most: MAX_ADDRESSES,
    async accounts() {
      const own = await listApprovals(store, account, chain.id);
      const emitters = [PERMIT2.toLowerCase(), ...own.map(({ token }) => token)];
      return [...new Set([...emitters, ...listedTokens(chain)])] as Hex[];
    },
  };
}

/** Reads the approval of a log. Returns `null` if it is not an approval, or approves nothing. */
export function readApproval(account: Address, log: LogJson): GivenApproval | null {
  const [found] = readEffects(account, [log]).approvals;
  if (found === undefined || found.amount === 0n || found.kind === "item") return null;
  const { kind, token, spender } = found;
  return { kind, token, spender, block: Number(log.blockNumber) };
}

/** Names an approval, so that repeated events count once. */
export function nameOf({ kind, token, spender }: GivenApproval): string {
  return `${kind} ${token} ${spender.toLowerCase()}`;
}
