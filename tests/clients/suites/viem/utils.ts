/**
 * Replaces the deployments of viem's tests: the node's own account makes them, not the wallet.
 *
 * @module
 */
import { type Abi, encodeDeployData, type Hex } from "viem";
import { until } from "../../../../scripts/stack/patience.ts";
import { askNode, world } from "../world.ts";

/** A compiled contract of theirs. */
interface Contract {
  readonly abi: Abi;
  readonly bytecode: { readonly object: Hex };
}

const name = "~contracts/generated.js";
const { ErrorsExample, Payable } = await import(name) as Record<string, Contract>;

/** Deploys a contract on the first chain. */
export async function deploy(
  _client: unknown,
  { abi, bytecode, args = [] }: {
    readonly abi: Abi;
    readonly bytecode: Hex;
    readonly args?: readonly unknown[];
  },
): Promise<{ readonly contractAddress: Hex; readonly hash: Hex }> {
  const { id } = world.chains[0]!;
  const [from] = await askNode(id, "eth_accounts", []) as Hex[];
  const data = encodeDeployData({ abi, bytecode, args });
  const hash = await askNode(id, "eth_sendTransaction", [{ from, data }]) as Hex;
  let receipt: { readonly contractAddress: Hex } | null = null;
  await until("the contract is deployed", async () => {
    receipt = await askNode(id, "eth_getTransactionReceipt", [hash]) as typeof receipt;
    return receipt !== null;
  });
  return { contractAddress: receipt!.contractAddress, hash };
}

/** Deploys their contract that reverts in every way. */
export function deployErrorExample(): ReturnType<typeof deploy> {
  return deploy(null, { abi: ErrorsExample!.abi, bytecode: ErrorsExample!.bytecode.object });
}

/** Deploys their contract that accepts ether. */
export function deployPayable(): ReturnType<typeof deploy> {
  return deploy(null, { abi: Payable!.abi, bytecode: Payable!.bytecode.object });
}
