/** Lowers a permission to the user's choice. @module */
import { AcctError } from "../ground/errors.ts";
import type { Permission } from "./permission.ts";

/** Allowances in the order of the permission, and its end. */
export interface Less {
  /** Allowances in the smallest unit. */
  readonly allowances: readonly bigint[];
  /** Last valid second (Unix). */
  readonly end: number;
}

/**
 * Lowers allowances and end of a permission; all other fields stay.
 *
 * @throws {AcctError} `invalid_params` for more than was requested, or if all amounts are zero
 */
export function lowerPermission(requested: Permission, { allowances, end }: Less): Permission {
  const { spends, start } = requested;
  if (allowances.length !== spends.length) throw refuse("allowances");
  if (!Number.isSafeInteger(end) || end <= start || end > requested.end) throw refuse("end");
  return {
    ...requested,
    end,
    spends: spends.map((spend, index) => {
      const allowance = allowances[index];
      const lowers = typeof allowance === "bigint" && allowance > 0n &&
        allowance <= spend.allowance;
      if (!lowers) throw refuse(`allowances[${index}]`);
      return { ...spend, allowance };
    }),
  };
}

function refuse(field: string): AcctError {
  return new AcctError("invalid_params", { field, detail: "It can only be lowered." });
}
