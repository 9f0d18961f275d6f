/** web3-onboard lists the wallets that announce themselves; the page uses viem. @module */
import Onboard, { type WalletState } from "@web3-onboard/core";
import injectedWallets from "@web3-onboard/injected-wallets";
import { createWalletClient, custom } from "viem";
import { button, show } from "./buttons.ts";
import { chains } from "./networks.ts";
import { viemButtons } from "./with_viem.ts";

const onboard = Onboard({
  wallets: [injectedWallets()],
  chains: chains.map(({ id, name, rpcUrls }) => ({
    id,
    token: "ETH",
    label: name,
    rpcUrl: rpcUrls.default.http[0]!,
  })),
  appMetadata: { name: "Foreign", description: "A page of a test" },
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
  connect: { autoConnectLastWallet: true, removeWhereIsMyWalletWarning: true },
  disableFontDownload: true,
});

let shown = "";

/** Shows the connected wallet with its buttons, or that none is connected. */
function draw([wallet]: readonly WalletState[]): void {
  const account = wallet?.accounts[0];
  const now = account?.address ?? "nobody";
  if (shown === now) return;
  shown = now;
  document.getElementById("root")!.replaceChildren();
  button("connect", async () => void await onboard.connectWallet());
  if (wallet === undefined || account === undefined) return show("nobody", "none");
  const { provider, label } = wallet;
  show("address", account.address);
  show("connector", label);
  show("status", "connected");
  const client = createWalletClient({
    account: account.address,
    chain: chains[0],
    transport: custom(provider),
  });
  viemButtons(client);
  button("switch", async () => {
    await onboard.setChain({ chainId: chains[1].id });
    return await client.getChainId();
  });
  button("disconnect", () => onboard.disconnectWallet({ label }));
}

draw(onboard.state.get().wallets);
onboard.state.select("wallets").subscribe(draw);
