/** Serves the development bundler's methods (ERC-7769). @module */
import { decodeFunctionData, type Hex, hexToBigInt, numberToHex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { operation as operationSchema } from "../../../core/protocol/service/schema/fields.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { findLanded, type Landed } from "../../../service/chain/node/events.ts";
import type { Node } from "../../../service/chain/node/node.ts";
import { unpackOperation } from "../../../service/entry_point/codec.ts";
import { bundlerCodes, BundlerError } from "../../../service/chain/node/bundler.ts";
import type { DevBundler } from "./bundler.ts";

/** Bundler and chain that answer requests. */
export interface Endpoint {
  readonly bundler: DevBundler;
  readonly node: Node;
  readonly chainId: number;
}

/** Handles one method. */
export async function bundlerRequest(
  { bundler, node, chainId }: Endpoint,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  switch (method) {
    case "eth_chainId":
      return numberToHex(chainId);
    case "eth_supportedEntryPoints":
      return [ENTRY_POINT];
    case "eth_sendUserOperation":
      return await bundler.send(parseOperation(params));
    case "eth_estimateUserOperationGas": {
      const operation = parseOperation(params);
      const balance = await node.request<Hex>("eth_getBalance", [operation.sender, "latest"]);
      const gas = await bundler.estimate(operation, { balance: hexToBigInt(balance) });
      return Object.fromEntries(
        Object.entries(gas).map(([name, value]) => [name, numberToHex(value)]),
      );
    }
    case "eth_getUserOperationByHash": {
      const hash = parseHash(params);
      const waiting = bundler.pending(hash);
      if (waiting !== null) return { userOperation: waiting, entryPoint: ENTRY_POINT };
      const landed = await findLanded(node, hash, "earliest");
      return landed === null ? null : {
        userOperation: await readOperation(node, landed),
        entryPoint: ENTRY_POINT,
        blockNumber: landed.receipt.blockNumber,
        blockHash: landed.blockHash,
        transactionHash: landed.txHash,
      };
    }
    case "eth_getUserOperationReceipt": {
      const hash = parseHash(params);
      const landed = await findLanded(node, hash, "earliest");
      return landed === null ? null : {
        userOpHash: hash,
        entryPoint: ENTRY_POINT,
        sender: landed.sender,
        nonce: numberToHex(landed.nonce),
        paymaster: landed.paymaster,
        actualGasCost: numberToHex(landed.actualGasCost),
        actualGasUsed: numberToHex(landed.actualGasUsed),
        success: landed.success,
        logs: landed.logs,
        receipt: landed.transaction,
      };
    }
  }
  throw new BundlerError(-32601, `the bundler has no method ${method.slice(0, 60)}`);
}

/** Reads the operation as it was sent from its transaction. */
async function readOperation(node: Node, landed: Landed): Promise<OperationJson | null> {
  const transaction = await node.request<{ input: Hex } | null>("eth_getTransactionByHash", [
    landed.txHash,
  ]);
  if (transaction === null) return null;
  const { functionName, args } = decodeFunctionData({
    abi: entryPoint08Abi,
    data: transaction.input,
  });
  if (functionName !== "handleOps") return null;
  const packed = args[0].find((each) =>
    each.sender.toLowerCase() === landed.sender.toLowerCase() && each.nonce === landed.nonce
  );
  return packed === undefined ? null : unpackOperation(packed);
}

function parseOperation([operation, entryPoint]: readonly unknown[]): OperationJson {
  if (typeof entryPoint !== "string" || entryPoint.toLowerCase() !== ENTRY_POINT.toLowerCase()) {
    throw new BundlerError(bundlerCodes.invalidFields, "only EntryPoint v0.8 is supported");
  }
  const filled = typeof operation === "object" && operation !== null
    ? { ...LIMITS, ...operation }
    : operation;
  try {
    return operationSchema.read({ value: filled, path: "operation" });
  } catch (error) {
    if (!(error instanceof AcctError)) throw error;
    throw new BundlerError(bundlerCodes.invalidFields, error.message);
  }
}

/** Defaults for estimates, in which clients may omit the limits. */
const LIMITS = {
  callGasLimit: "0x0",
  verificationGasLimit: "0x0",
  preVerificationGas: "0x0",
  maxFeePerGas: "0x0",
  maxPriorityFeePerGas: "0x0",
} as const;

function parseHash([hash]: readonly unknown[]): Hex {
  if (typeof hash === "string" && /^0x[0-9a-fA-F]{64}$/.test(hash)) return hash as Hex;
  throw new BundlerError(bundlerCodes.invalidFields, "not an operation hash");
}
