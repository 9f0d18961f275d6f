/** A trading page with ethers: estimates, approves, sends, polls the receipt, and signs. @module */
import { BrowserProvider, Contract, type Eip1193Provider } from "ethers";
import { button, show } from "./buttons.ts";
import { chains, friend, message, orderOf, setup } from "./networks.ts";

/** A wallet that announced itself (EIP-6963). */
type Announced = CustomEvent<{
  readonly info: { readonly name: string };
  readonly provider: Eip1193Provider & { on(event: string, listener: () => void): void };
}>;

addEventListener("eip6963:announceProvider", (event) => {
  const { info, provider } = (event as Announced).detail;
  if (info.name !== "Acct" || document.querySelector("[data-testid=nobody]") !== null) return;
  show("nobody", "none");
  const ethers = new BrowserProvider(provider, "any");
  button("connect", async () => await draw(ethers));
  provider.on("accountsChanged", () => void draw(ethers, "eth_accounts"));
  void draw(ethers, "eth_accounts");
});
dispatchEvent(new Event("eip6963:requestProvider"));

/** Connects, and shows the account with its buttons. */
async function draw(ethers: BrowserProvider, method = "eth_requestAccounts"): Promise<void> {
  const [first]: string[] = await ethers.send(method, []);
  document.querySelector("[data-testid=address]")?.remove();
  if (first === undefined) return show("nobody", "none");
  const signer = await ethers.getSigner();
  const from = await signer.getAddress() as `0x${string}`;
  document.querySelector("[data-testid=nobody]")?.remove();
  show("address", from);
  show("connector", "Acct");
  show("status", "connected");
  if (document.querySelector("[data-testid=sign]") !== null) return;
  button("sign", () => signer.signMessage(message));
  button("typed", () => {
    const { domain, types, message: order } = orderOf(from, chains[0].id);
    const copied = Object.entries(types).map(([name, fields]) => [name, [...fields]]);
    return signer.signTypedData(domain, Object.fromEntries(copied), order);
  });
  button("send", async () => {
    const { gasPrice } = await ethers.getFeeData();
    const nonce = await ethers.getTransactionCount(from);
    const gasLimit = await ethers.estimateGas({ from, to: friend, value: 1n });
    const sent = await signer.sendTransaction({ to: friend, value: 1n, gasLimit, gasPrice, nonce });
    const receipt = await sent.wait();
    return receipt?.status === 1 ? "success" : "reverted";
  });
  button("approve", async () => {
    const abi = ["function approve(address,uint256) returns (bool)"];
    const token = new Contract(setup.token, abi, signer);
    const receipt = await (await token.approve!(friend, 9n)).wait();
    return receipt.logs.length > 0 ? "success" : "no event";
  });
  button("batch", async () => {
    const [call] = [{ to: friend, value: "0x1" }];
    const request = { version: "2.0.0", from, chainId: `0x${chains[0].id.toString(16)}` };
    const { id } = await ethers.send("wallet_sendCalls", [{
      ...request,
      atomicRequired: true,
      calls: [call, call],
    }]);
    for (;;) {
      const { status } = await ethers.send("wallet_getCallsStatus", [id]);
      if (status !== 100) return status === 200 ? "success" : status;
    }
  });
  button("switch", async () => {
    const chainId = `0x${chains[1].id.toString(16)}`;
    await ethers.send("wallet_switchEthereumChain", [{ chainId }]);
    return Number(await ethers.send("eth_chainId", []));
  });
  button("disconnect", async () => {
    await ethers.send("wallet_revokePermissions", [{ eth_accounts: {} }]);
    await draw(ethers, "eth_accounts");
  });
}
