import { Acct, type ProviderInterface } from "@sdk/core";

const options = {
  apiKey: "pk_live_…", // TODO(acct): your API key
  appName: "My shop",
  defaultChainId: 8453,
  paymasters: { 8453: { url: "https://pay.example/v1" }, 10: { url: "https://pay.example/v2" } },
  /* TODO(acct): use a session key with a permission instead of a sub account, see docs/permissions.md. Was: subAccounts: { creation: "on-connect" } */
};

export const sdk = Acct.create(options);
export const provider: ProviderInterface = sdk.provider;
export const other = Acct.create({ apiKey: "pk_live_…" /* TODO(acct): your API key */ }).provider;

export function connect({ sdk }: { sdk: ReturnType<typeof Acct.create> }) {
  return sdk.provider.request({ method: "eth_requestAccounts" });
}

type Props = { sdk: ReturnType<typeof Acct.create>; label: string };
type Provider = Props["sdk"]["provider"];

export function providerOf({ sdk }: Props): Provider {
  return sdk?.provider;
}
