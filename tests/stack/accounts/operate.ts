/**
 * Makes accounts operate, since the service submits owner changes only for accounts with an
 * operation.
 */
import { type Address, encodeFunctionData, numberToHex } from "viem";
import { currentCreation } from "../../../core/account/owners/creation.ts";
import { ownersAbi } from "../../../core/chain/owners_abi.ts";
import type { Node } from "../../../service/chain/node/node.ts";
import { findAccounts } from "../../../service/indexer/permissions/recoveries.ts";
import { readOwnerHistory } from "../../../service/store/rows/owner_changes.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import type { Page } from "../../conformance/wallet.ts";
import { sendCalls, settled, type User } from "../support/client.ts";

const nowhere = "0x00000000000000000000000000000000000000ee";

/** Sends a sponsored operation on a network; returns its status. */
export async function operateOn(
  { provider }: Pick<Page, "provider">,
  { serverUrl }: Pick<Stack, "serverUrl">,
  chainId: number,
): Promise<number> {
  const { id } = await provider.request({
    method: "wallet_sendCalls",
    params: [{
      chainId: numberToHex(chainId),
      calls: [{ to: nowhere }],
      capabilities: { paymasterService: { url: `${serverUrl}/v1/paymaster/${chainId}` } },
    }],
  });
  let status = 100;
  await until("it is final", async () => {
    ({ status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] }));
    return status !== 100;
  });
  return status;
}

/** Has the account of a page operate on each network of a stack, and so be deployed there. */
export async function operate(page: Pick<Page, "provider">, stack: Stack): Promise<void> {
  const chains = [stack.chainId, ...(stack.second === null ? [] : [stack.second.id])];
  for (const chainId of chains) {
    const status = await operateOn(page, stack, chainId);
    if (status !== 200) throw new Error(`The operation ended with ${status}.`);
  }
}

/** Has the account of a client operate on the network of a stack, at its own expense. */
export async function operateAs(stack: Stack, user: User): Promise<void> {
  const call = { to: nowhere, value: "0x0", data: "0x" } as const;
  const { status } = await settled(stack, await sendCalls(stack, user, [call]));
  if (status !== 200) throw new Error(`The operation ended with ${status}.`);
}

/** Deploys an account with its current owners, as anyone can, on the network of a node. */
export async function deploy(
  { service: { store }, addresses: { bundler: from } }: Stack,
  node: Pick<Node, "request">,
  address: Address,
): Promise<void> {
  // Asked for its answer: on a busy machine code was seen there before the storage that leads to
  // it.
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "ownerState" });
  const answers = async () =>
    await node.request("eth_call", [{ to: address, data }, "latest"]) !== "0x";
  if (await answers()) return;
  const [account] = await findAccounts(store, [address]);
  const { factory: to, factoryData } = currentCreation(
    await readOwnerHistory(store, account!),
  );
  await node.request("anvil_impersonateAccount", [from]);
  await node.request("anvil_setBalance", [from, numberToHex(10n ** 20n)]);
  await node.request("eth_sendTransaction", [{ from, to, data: factoryData }]);
  await until("it is deployed", answers);
}
