/** thirdweb finds the wallets that announce themselves, by their rdns. @module */
import {
  createThirdwebClient,
  defineChain,
  prepareTransaction,
  sendTransaction,
  waitForReceipt,
} from "thirdweb";
import { createWallet, type WalletId } from "thirdweb/wallets";
import { sendCalls, waitForCallsReceipt } from "thirdweb/wallets/eip5792";
import { button, show } from "./buttons.ts";
import { chains, friend, message, orderOf, setup } from "./networks.ts";

const client = createThirdwebClient({ clientId: "00000000000000000000000000000000" });
const [first, second] = setup.chains.map(({ id, rpcUrl }) => defineChain({ id, rpc: rpcUrl }));

addEventListener("eip6963:announceProvider", (event) => {
  const { info } = (event as CustomEvent<{ info: { name: string; rdns: string } }>).detail;
  if (info.name !== "Acct" || document.querySelector("[data-testid=connect]") !== null) return;
  const wallet = createWallet(info.rdns as WalletId);
  const draw = () => {
    const account = wallet.getAccount();
    for (const id of ["address", "nobody"]) document.querySelector(`[data-testid=${id}]`)?.remove();
    if (account === undefined) return show("nobody", "none");
    show("address", account.address);
    show("connector", info.name);
    show("status", "connected");
  };
  button("connect", async () => {
    await wallet.connect({ client, chain: first! });
    draw();
  });
  button("sign", () => wallet.getAccount()!.signMessage({ message }));
  button("typed", () => {
    const { address, signTypedData } = wallet.getAccount()!;
    return signTypedData(orderOf(address as `0x${string}`, chains[0].id));
  });
  button("send", async () => {
    const transaction = prepareTransaction({ client, chain: first!, to: friend, value: 1n });
    const sent = await sendTransaction({ transaction, account: wallet.getAccount()! });
    return (await waitForReceipt(sent)).status;
  });
  button("batch", async () => {
    const call = prepareTransaction({ client, chain: first!, to: friend, value: 1n });
    const sent = await sendCalls({ wallet, calls: [call, call] });
    return (await waitForCallsReceipt(sent)).status;
  });
  button("switch", async () => {
    await wallet.switchChain(second!);
    return wallet.getChain()!.id;
  });
  button("disconnect", async () => {
    await wallet.disconnect();
    draw();
  });
  // Connects again without a window.
  wallet.autoConnect({ client, chain: first! }).then(draw, draw);
});
dispatchEvent(new Event("eip6963:requestProvider"));
