/** Reads the result of a grant. @module */
import { hexToBigInt } from "viem";
import { AcctError } from "../ground/errors.ts";
import type { WalletGrantPermissionsResponse } from "./details.ts";
import { type Permission, permissionId } from "./permission.ts";
import { units } from "./limits/period.ts";
import { fromRules } from "./limits/rules.ts";

/**
 * Converts the result of a grant to the contract's struct.
 *
 * @throws {AcctError} `invalid_params` if its id does not match its contents
 */
export function fromGrant(granted: WalletGrantPermissionsResponse): Permission {
  const permission: Permission = {
    account: granted.account,
    spender: granted.spender,
    start: granted.start,
    end: granted.end,
    salt: hexToBigInt(granted.salt),
    calls: granted.calls.map(({ target, selector, rules }) => ({
      target,
      selector,
      rules: fromRules(rules),
    })),
    spends: granted.spends.map(({ token, allowance, unit, multiplier = 1 }) => ({
      token,
      allowance: BigInt(allowance),
      unit: units.indexOf(unit),
      multiplier,
    })),
    watched: granted.watched,
  };
  if (permissionId(permission, Number(granted.chainId)) !== granted.permissionId) {
    throw new AcctError("invalid_params", {
      field: "permissionId",
      detail: "It does not match the permission's contents.",
    });
  }
  return permission;
}
