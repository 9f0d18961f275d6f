/** web3-onboard lists the wallets that announce themselves; it has no code for this one. @module */
import { Acct } from "@sdk/core";
import Onboard, { type WalletState } from "@web3-onboard/core";
import injectedWallets from "@web3-onboard/injected-wallets";
import type { Hex } from "viem";
import { chain, parameters } from "./setup.ts";

Acct.create(parameters);
const onboard = Onboard({
  wallets: [injectedWallets()],
  chains: [{ id: chain.id, token: "ETH", label: chain.name, rpcUrl: chain.rpcUrls.default.http[0] }],
  appMetadata: { name: "Kits", description: "A page of a test" },
  accountCenter: { desktop: { enabled: false }, mobile: { enabled: false } },
  connect: { autoConnectLastWallet: true, removeWhereIsMyWalletWarning: true },
  disableFontDownload: true,
});

const root = document.getElementById("root")!;

/** Shows a text under a name. */
function show(name: string, text: string): void {
  const shown = root.querySelector(`[data-testid=${name}]`) ?? document.createElement("p");
  shown.setAttribute("data-testid", name);
  shown.textContent = text;
  root.append(shown);
}

function button(name: string, press: () => Promise<void>): void {
  const made = document.createElement("button");
  made.setAttribute("data-testid", name);
  made.textContent = name;
  made.onclick = () => press().catch((error) => show("error", String(error?.message ?? error)));
  root.append(made);
}

/** Shows the connected wallet with its buttons, or that none is connected. */
async function draw([wallet]: readonly WalletState[]): Promise<void> {
  root.replaceChildren();
  button("connect", async () => void await onboard.connectWallet());
  const account = wallet?.accounts[0];
  if (wallet === undefined || account === undefined) return show("nobody", "none");
  const { provider, label } = wallet;
  const request = provider.request as (
    call: { method: string; params?: readonly unknown[] },
  ) => Promise<unknown>;
  show("address", account.address);
  show("connector", label.toLowerCase());
  show("status", "connected");
  button("sign", async () => {
    const signed = await request({
      method: "wallet_sign",
      params: [{ request: { type: "0x45", data: { message: "0x68656c6c6f" } } }],
    });
    show("signature", signed as Hex);
  });
  button("sign-message", async () => {
    const params = ["0x68656c6c6f", account.address];
    show("message-signature", await request({ method: "personal_sign", params }) as Hex);
  });
  button("disconnect", async () => {
    await request({ method: "wallet_disconnect" });
    await onboard.disconnectWallet({ label });
  });
  show("chains", Object.keys(await request({ method: "wallet_getCapabilities" }) as object).join());
}

const { wallets } = onboard.state.get();
void draw(wallets);
onboard.state.select("wallets").subscribe((wallets) => void draw(wallets));
