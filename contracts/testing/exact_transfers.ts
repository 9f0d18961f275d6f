/**
 * Deploys the contract that x402's payments by Permit2 name as their spender: the published one
 * from a copy of x402's repository (`X402_FOLDER`), or else our double of it.
 *
 * @module
 */
import { join } from "node:path";
import { type Address, encodeDeployData, type Hex, isAddressEqual } from "viem";
import { getCode, sendTransaction } from "viem/actions";
import { exactTransfersAbi } from "../artifacts/test/exact_transfers_abi.ts";
import { exactTransfersBytecode } from "../artifacts/test/exact_transfers_bytecode.ts";
import { addressOf, deployOnce, receiptOf, type Sender } from "../create2.ts";
import { PERMIT2 } from "./permit2.ts";

/** The contract, at the same address on every chain. */
export const EXACT_TRANSFERS: Address = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001";

/** Salt of its deployment, of `contracts/evm/script/Deploy.s.sol`. */
const SALT: Hex = "0x0000000000000000000000000000000000000000000000003000000007263b0e";

/** File of the repository that contains the deployed code, with Permit2 as its argument. */
const INIT_CODE = "contracts/evm/script/data/exact-proxy-initcode.hex";

/** Folder of a copy of x402's repository, if one is named. */
export function x402Folder(): string | undefined {
  return Deno.env.get("X402_FOLDER");
}

/**
 * Reads the published code: its address depends on every byte, so that no other code can pass for
 * it.
 *
 * @throws {Error} if the copy does not contain the file, or has different code
 * @see https://github.com/coinbase/x402
 */
export async function publishedInitCode(folder: string): Promise<Hex> {
  const path = join(folder, INIT_CODE);
  const code = (await Deno.readTextFile(path)).trim() as Hex;
  if (!isAddressEqual(addressOf(code, SALT), EXACT_TRANSFERS)) {
    throw new Error(`${path} has different code than ${EXACT_TRANSFERS}`);
  }
  return code;
}

/** Deploys it if it is missing: without a folder our double, which requires anvil. */
export async function deployExactTransfers(
  client: Sender,
  folder: string | undefined = x402Folder(),
): Promise<void> {
  if (folder === undefined) return await placeDouble(client);
  await deployOnce(client, await publishedInitCode(folder), SALT);
}

async function placeDouble(client: Sender): Promise<void> {
  const { initCode: bytecode } = exactTransfersBytecode;
  const data = encodeDeployData({ abi: exactTransfersAbi, bytecode, args: [PERMIT2] });
  const hash = await sendTransaction(client, { data });
  const { contractAddress } = await receiptOf(client, hash);
  const code = await getCode(client, { address: contractAddress! });
  await client.request<{ Parameters: [Address, Hex]; ReturnType: null }>({
    method: "anvil_setCode",
    params: [EXACT_TRANSFERS, code!],
  });
}
