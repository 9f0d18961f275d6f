/**
 * Finds what the permission contract would refuse, before the user is prompted. The contract decides;
 * a test compares its lists with these.
 *
 * @module
 */
import { contracts, ENTRY_POINT } from "../chain/contracts.ts";
import type { Address } from "../lib/hex.ts";
import { AcctError } from "../protocol/errors.ts";
import type { Permission } from "./permission.ts";

/** Functions by which others act for the caller, or that move what no allowance counts. */
export const neverGranted: ReadonlySet<string> = new Set([
  "0xa22cb465",
  "0x39509351",
  "0xd73dd623",
  "0xdaea85c5",
  "0x571ac8b0",
  "0x3d140d21",
  "0x5c17f9f4",
  "0x426a8493",
  "0x3177029f",
  "0xcae9ca51",
  "0xd505accf",
  "0x9fd5a6cf",
  "0x8fcbaf0c",
  "0x87517c45",
  "0x2b67b570",
  "0x2a2d80d1",
  "0x959b8c3f",
  "0x558a7297",
  "0xbc735d90",
  "0x9870d7fe",
  "0x6d44a3b2",
  "0x9f5c462a",
  "0xfa6e671d",
  "0x0de54ba0",
  "0xeecea000",
  "0x8069218f",
  "0x110496e5",
  "0xbb24d994",
  "0xa3b22fc4",
  "0x0b63fb62",
  "0xb68f4004",
  "0xc04a8a10",
  "0x0b52d558",
  "0x5c19a95c",
  "0x685ee3e8",
  "0x30ff3140",
  "0x4a994eef",
  "0x095bcdb6",
  "0xfe99049a",
  "0x42842e0e",
  "0xb88d4fde",
  "0xf242432a",
  "0x2eb2c2d6",
  "0x1296ee62",
  "0x4000aea0",
  "0xd8fbe994",
  "0xc1d34b89",
  "0x9bd9bbc6",
  "0x62ad1b83",
  "0xb753a98c",
  "0xbb35783b",
]);

/** Functions of a token that can be called for the account alone. */
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

/** Functions that an allowance of their token counts. */
const metered: ReadonlySet<string> = new Set(["0xa9059cbb", "0x23b872dd", "0x095ea7b3"]);

/** Permit2, which takes tokens by allowances of its own; in lower case. */
export const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const ZERO = `0x${"00".repeat(20)}`;

/**
 * Checks that the contract would take a permission.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function requireSound({ account, calls, spends, watched }: Permission): void {
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
    if (neverGranted.has(selector)) {
      throw refuse(`calls[${index}]`, "No limit counts what this function lets others do.");
    }
    if (metered.has(selector)) {
      if (!listed.has(to)) throw refuse(`calls[${index}]`, "Its token must be among the spends.");
    } else if (known.has(to) && !forAccount.has(selector)) {
      throw refuse(`calls[${index}]`, "A token takes no such call.");
    }
  });
}

function refuse(path: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].permissions.${path}`, detail });
}
