/** Deploys Permit2 from its published creation code. @module */
import { type Address, type Hex, isAddressEqual } from "viem";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { addressOf, deployOnce, type Sender } from "../create2.ts";

/** Permit2, at the same address on every chain. */
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

/** Salt of its deployment. */
const SALT: Hex = "0x0000000000000000000000000000000000000000d3af2663da51c10215000000";

/** Module of the package that contains the creation code. */
const FACTORY = "dist/esm/src/contracts/factories/Permit2__factory.js";

/**
 * Deploys Permit2 where it is missing, as on real chains: its address follows from every byte of
 * the creation code, so that no other code passes for it.
 *
 * @throws {Error} if the package's code is not that of Permit2
 * @see https://github.com/Uniswap/permit2
 */
export async function deployPermit2(client: Sender): Promise<Address> {
  const text = await Deno.readTextFile(await locateOne(`${versions.permit2}/${FACTORY}`));
  const [, code] = /"(0x[0-9a-f]{10000,})"/.exec(text) ?? [];
  if (code === undefined || !isAddressEqual(addressOf(code as Hex, SALT), PERMIT2)) {
    throw new Error(`${versions.permit2} has different code than Permit2`);
  }
  return await deployOnce(client, code as Hex, SALT);
}
