/** A permission of a spender whose chain is never asked. @module */
import { type Address, zeroHash } from "viem";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";

/** Grants ten of a token a day to a spender. */
export const spendGrant = (spender: Address, token: Address, chainId: `0x${string}`) => ({
  account: `0x${"bb".repeat(20)}`,
  spender,
  start: 0,
  end: 1,
  salt: zeroHash,
  calls: [],
  spends: [{ token, allowance: "10", unit: "day" }],
  watched: [],
  permissionId: zeroHash,
  chainId,
} satisfies WalletGrantPermissionsResponse);
