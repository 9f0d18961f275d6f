/** Checks the signature of an operation that cannot go to the bundler yet. @module */
import { encodeFunctionData, type Hex } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { packOperation } from "./codec.ts";
import { validateAbi } from "./packed_abi.ts";

/**
 * Asks the account itself, creating it first where it is not there yet. Without this, anybody could
 * fill an account's queue with operations that its owner never signed.
 *
 * @throws {AcctError} `operation_refused`
 */
export async function verifySignature(
  chain: Chain,
  operation: OperationJson,
  creation: { readonly factory: Hex; readonly factoryData: Hex },
  hash: Hex,
): Promise<void> {
  const refused = (detail: string) => new AcctError("operation_refused", { detail });
  if (!(await chain.probe()).simulates) {
    throw refused("Earlier operations are under way, and this node cannot look past them.");
  }
  const data = encodeFunctionData({
    abi: validateAbi,
    functionName: "validateUserOp",
    args: [packOperation(operation), hash, 0n],
  });
  const blocks = await chain.node.request<{ calls: { status: Hex; returnData: Hex }[] }[]>(
    "eth_simulateV1",
    [{
      blockStateCalls: [{
        calls: [
          { from: ENTRY_POINT, to: creation.factory, data: creation.factoryData },
          { from: ENTRY_POINT, to: operation.sender, data },
        ],
      }],
      validation: false,
    }, "latest"],
  );
  const result = blocks[0]?.calls[1];
  // The lowest 20 bytes are the signature's verdict (ERC-4337): 0 is good.
  const good = result?.status === "0x1" && result.returnData.length === 66 &&
    /^0{40}$/.test(result.returnData.slice(-40));
  if (!good) throw refused("AA24 signature error");
}
