/** Buttons with viem, as a trading page uses it: estimates, sends, and polls the receipt. @module */
import {
  type Account,
  type Chain,
  createPublicClient,
  custom,
  erc20Abi,
  http,
  type Transport,
  type WalletClient,
} from "viem";
import { button } from "./buttons.ts";
import { chains, friend, message, orderOf, setup } from "./networks.ts";

/** Adds the buttons. Each reads from a public node, and through the wallet. */
export function viemButtons(client: WalletClient<Transport, Chain, Account>): void {
  const { account, chain } = client;
  const node = createPublicClient({ chain, transport: http() });
  const wallet = createPublicClient({ chain, transport: custom({ request: client.request }) });
  const from = account.address;
  button("sign", async () => {
    const signature = await client.signMessage({ message });
    if (!await wallet.verifyMessage({ address: from, message, signature })) throw new Error("sign");
    return signature;
  });
  button("typed", async () => {
    const order = orderOf(from, chain.id);
    const signature = await client.signTypedData(order);
    const checked = { ...order, address: from, signature };
    if (!await wallet.verifyTypedData(checked)) throw new Error("typed");
    return signature;
  });
  button("send", async () => {
    const nonce = await wallet.getTransactionCount({ address: from });
    const gas = await wallet.estimateGas({ account: from, to: friend, value: 1n });
    const gasPrice = await wallet.getGasPrice();
    const hash = await client.sendTransaction({ to: friend, value: 1n, nonce, gas, gasPrice });
    await wallet.waitForTransactionReceipt({ hash });
    return (await node.waitForTransactionReceipt({ hash })).status;
  });
  button("approve", async () => {
    const { request } = await wallet.simulateContract({
      account: from,
      address: setup.token,
      abi: erc20Abi,
      functionName: "approve",
      args: [friend, 9n],
    });
    const hash = await client.writeContract({ ...request, account });
    const { logs } = await wallet.waitForTransactionReceipt({ hash });
    return logs.length > 0 ? "success" : "no event";
  });
  button("batch", async () => {
    const { id } = await client.sendCalls({ calls: [{ to: friend, value: 1n }, { to: friend }] });
    return (await client.waitForCallsStatus({ id })).status;
  });
}
