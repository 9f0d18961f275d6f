/** Connects to any ERC-4337 bundler by URL (ERC-7769). @module */
import { type Hex, numberToHex } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { type Node, NodeError, revertData } from "./node.ts";
import { type Bundler, BundlerError } from "./bundler.ts";

/**
 * Added to the balance in estimates, to cover the prefund of the estimate's own huge gas limits.
 * Whether the account can afford the calls is simulated separately.
 */
const PREFUND = 10n ** 24n;

/** Creates a bundler for an ERC-7769 endpoint. */
export function httpBundler(node: Node): Bundler {
  return {
    async estimate(operation, { balance }) {
      const zero = {
        callGasLimit: "0x0",
        verificationGasLimit: "0x0",
        preVerificationGas: "0x0",
        ...(operation.paymaster !== undefined && {
          paymasterVerificationGasLimit: "0x0",
          paymasterPostOpGasLimit: "0x0",
        }),
      };
      const overrides = operation.paymaster === undefined
        ? [{ [operation.sender]: { balance: numberToHex(balance + PREFUND) } }]
        : [];
      const gas = await ask<Partial<Record<string, Hex | null>>>(
        node,
        "eth_estimateUserOperationGas",
        [{ ...operation, ...zero }, ENTRY_POINT, ...overrides],
      );
      const figure = (name: string) => BigInt(gas[name] ?? 0);
      return {
        verificationGasLimit: figure("verificationGasLimit"),
        callGasLimit: figure("callGasLimit"),
        preVerificationGas: figure("preVerificationGas"),
        paymasterVerificationGasLimit: figure("paymasterVerificationGasLimit"),
        paymasterPostOpGasLimit: figure("paymasterPostOpGasLimit"),
      };
    },
    send: (operation) => ask<Hex>(node, "eth_sendUserOperation", [operation, ENTRY_POINT]),
    knows: async (hash) => await ask(node, "eth_getUserOperationByHash", [hash]) !== null,
    request: (method, params) => ask(node, method, params),
  };
}

async function ask<T>(node: Node, method: string, params: readonly unknown[]): Promise<T> {
  try {
    return await node.request<T>(method, params);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw new BundlerError(error.code, error.message, revertData(error.data));
  }
}
