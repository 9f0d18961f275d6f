/** Detects approvals that end an allowance. @module */
import type { Address } from "./hex.ts";

/**
 * Returns whether a call sets the allowance of a listed token to zero: `approve(spender, 0)` of the
 * token itself. `increaseAllowance` with 0 changes nothing, and Permit2 has its own allowances. The
 * same function of a collection, which may claim to be a token, approves its item 0.
 */
export function isRevocation({ to, amount, function: called, token }: {
  readonly to: Address;
  readonly amount?: bigint;
  readonly function?: { readonly name: string };
  readonly token?: { readonly address: Address | null; readonly unlisted?: true };
}): boolean {
  return called?.name === "approve" && amount === 0n && token !== undefined &&
    token.unlisted !== true && token.address?.toLowerCase() === to.toLowerCase();
}
