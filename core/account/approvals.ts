/** Revokes token approvals. @module */
import { type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { PERMIT2 } from "../chain/permit2.ts";
import type { StandingApprovalJson } from "../wire/approvals.ts";
import type { Call } from "./calls.ts";

/** The parts of an approval that are needed to revoke it. */
export type Ended = Pick<StandingApprovalJson, "kind" | "spender"> & {
  readonly token: { readonly address: Address | null };
};

const abi = parseAbi([
  "function setApprovalForAll(address operator, bool approved)",
  "function setOperator(address spender, bool approved) returns (bool)",
  "function lockdown((address token, address spender)[] approvals)",
]);

/** Maximum number of approvals that one batch revokes. */
const MAX_ENDED = 40;

/**
 * Returns the batches that revoke approvals: one or more for each chain, in the order of the list.
 */
export function endApprovalBatches(
  approvals: readonly (Ended & Pick<StandingApprovalJson, "chainId">)[],
): { readonly chainId: number; readonly calls: readonly Call[] }[] {
  const chainIds = [...new Set(approvals.map(({ chainId }) => chainId))];
  return chainIds.flatMap((id) => {
    const here = approvals.filter(({ chainId }) => chainId === id);
    const batches = Array.from(
      { length: Math.ceil(here.length / MAX_ENDED) },
      (_, index) => here.slice(MAX_ENDED * index, MAX_ENDED * (index + 1)),
    );
    return batches.map((ended) => ({ chainId: Number(id), calls: endApprovalCalls(ended) }));
  });
}

/**
 * Returns a batch of calls that revoke approvals. All Permit2 approvals share one call; each other
 * approval has its own.
 */
export function endApprovalCalls(approvals: readonly Ended[]): Call[] {
  const byPermit2 = approvals.flatMap(({ kind, token: { address: token }, spender }) =>
    kind === "permit2" && token !== null ? [{ token, spender }] : []
  );
  const others = approvals.flatMap(({ kind, token: { address: to }, spender }): Call[] => {
    if (kind === "permit2" || to === null) return [];
    return [{ to, value: 0n, data: endData(kind, spender) }];
  });
  if (byPermit2.length === 0) return others;
  const data = encodeFunctionData({ abi, functionName: "lockdown", args: [byPermit2] });
  return [...others, { to: PERMIT2, value: 0n, data }];
}

function endData(kind: Exclude<Ended["kind"], "permit2">, spender: Address) {
  switch (kind) {
    case "allowance":
      return encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, 0n] });
    case "operator":
      return encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [spender, false] });
    case "operator6909":
      return encodeFunctionData({ abi, functionName: "setOperator", args: [spender, false] });
  }
}
