/**
 * Finds permissions that the permission contract would reject, before the user is prompted. The
 * contract's checks are authoritative; a test compares its lists with these.
 *
 * @module
 */
import { contracts, ENTRY_POINT } from "../../chain/contracts.ts";
import { PERMIT2 } from "../../chain/permit2.ts";
import { AcctError } from "../../ground/errors.ts";
import type { Permission } from "../permission.ts";
import { deniedFunction, deniedReasons } from "./denied_functions.ts";

/** Token functions that can be called only for the account itself. */
export const forAccount: ReadonlySet<string> = new Set([
  "0xe0e0e0e0",
  "0x1249c58b",
  "0xa0712d68",
  "0xd0e30db0",
  "0xb6b55f25",
  "0x2e1a7d4d",
  "0xdb006a75",
  "0xea598cb0",
  "0xde0e9a3e",
  "0xa694fc3a",
  "0xefef39a1",
  "0x4e71d92d",
  "0x3d18b912",
  "0x6a627842",
  "0x40c10f19",
  "0x40d097c3",
  "0xa1448194",
  "0x1e83409a",
  "0x94bf804d",
  "0x6e553f65",
  "0xb460af94",
  "0xba087652",
]);

/** Functions that are counted against their token's allowance. */
const metered: ReadonlySet<string> = new Set(["0xa9059cbb", "0x23b872dd", "0x095ea7b3"]);

const ZERO = `0x${"00".repeat(20)}`;

/**
 * Checks that the contract would accept a permission at a path of the request.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function requireSound(
  { account, calls, spends, watched }: Permission,
  path = "params[0].permissions",
): void {
  const refuse = (field: string, detail: string) =>
    new AcctError("invalid_params", { field: `${path}.${field}`, detail });
  const lower = (address: string) => address.toLowerCase();
  const reserved = new Set([ZERO, account, contracts.permissions, ENTRY_POINT].map(lower));
  const listed = new Set(spends.map(({ token }) => lower(token)));
  const known = new Set([...listed, ...watched.map(lower)]);
  for (const { token } of spends) {
    if (reserved.has(lower(token))) throw refuse("spends", `${token} is no token.`);
  }
  calls.forEach(({ target, selector: given }, index) => {
    const selector = lower(given);
    const to = lower(target);
    if (reserved.has(to) || to === PERMIT2) {
      throw refuse(`calls[${index}].target`, "No permission can call it.");
    }
    const denied = deniedFunction(selector);
    if (denied !== undefined) {
      const { signature, group } = denied;
      throw refuse(
        `calls[${index}]`,
        `No permission can include ${signature}: it ${deniedReasons[group]}.`,
      );
    }
    if (metered.has(selector)) {
      if (!listed.has(to)) throw refuse(`calls[${index}]`, "Its token must be among the spends.");
    } else if (known.has(to) && !forAccount.has(selector)) {
      throw refuse(`calls[${index}]`, "A token rejects such calls.");
    }
  });
}
