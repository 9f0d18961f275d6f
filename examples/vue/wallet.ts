import { Acct, Mode } from "@sdk/core";
import { ReactUIHandler } from "@sdk/ui";
import { onScopeDispose, readonly, type Ref, ref } from "vue";

const { provider } = Acct.create({
  apiKey: import.meta.env.VITE_ACCT_KEY,
  appName: "Vue",
  preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
});

/** The wallet, as exposed to components. */
export interface Wallet {
  /** The account, once connected. */
  readonly address: Readonly<Ref<`0x${string}` | undefined>>;
  /** Prompts the user to connect. */
  connect(): Promise<void>;
  /** Prompts the user to sign a message. */
  sign(text: string): Promise<`0x${string}`>;
}

/** Follows the account while the component is mounted. */
export function useWallet(): Wallet {
  const address = ref<`0x${string}`>();
  const follow = (accounts: readonly `0x${string}`[]) => address.value = accounts[0];
  provider.on("accountsChanged", follow);
  onScopeDispose(() => provider.removeListener("accountsChanged", follow));
  // Restores an earlier connection.
  provider.request({ method: "eth_accounts" }).then(follow);
  return {
    address: readonly(address),
    async connect() {
      follow(await provider.request({ method: "eth_requestAccounts" }));
    },
    async sign(text) {
      if (address.value === undefined) throw new Error("Connect first.");
      const hex = Array.from(
        new TextEncoder().encode(text),
        (byte) => byte.toString(16).padStart(2, "0"),
      );
      return await provider.request({
        method: "personal_sign",
        params: [`0x${hex.join("")}`, address.value],
      });
    },
  };
}
