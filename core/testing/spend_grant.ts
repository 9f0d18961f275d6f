/** Grant of a permission for tests that do not use its chain. @module */
import { type Address, zeroHash } from "viem";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import { units } from "../permission/limits/period.ts";
import { permissionId } from "../permission/permission.ts";

/** Grants ten of a token a day to a spender. The id matches the contents. */
export const spendGrant = (spender: Address, token: Address, chainId: `0x${string}`) => {
  const terms = {
    account: `0x${"bb".repeat(20)}`,
    spender,
    start: 0,
    end: 1,
    calls: [],
    watched: [],
  } as const;
  const spend = { token, allowance: 10n, unit: units.indexOf("day"), multiplier: 1 };
  return {
    ...terms,
    salt: zeroHash,
    spends: [{ token, allowance: "10", unit: "day" }],
    permissionId: permissionId({ ...terms, salt: 0n, spends: [spend] }, Number(chainId)),
    chainId,
  } satisfies WalletGrantPermissionsResponse;
};
