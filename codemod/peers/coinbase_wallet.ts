/** Coinbase Wallet SDK: `coinbaseWallet()`, `createCoinbaseWalletSDK()` and its class. @module */
import { firstChain } from "../options.ts";
import { CONNECTOR, CORE, type NameRule, type Options, type Peer } from "../peer.ts";

const options: Options = {
  appName: "same",
  appLogoUrl: "same",
  appChainIds: { convert: firstChain, todo: "set defaultChainId to the first chain." },
  preference: {
    todo:
      "wallet kind, keys URL and attribution have no counterpart; see docs/options.md for preference.",
  },
  subAccounts: {
    todo: "use a session key with a permission instead of a sub account, see docs/permissions.md.",
  },
};

/** Options of the connector in wagmi, including options of older versions. */
const connectorOptions: Options = {
  ...options,
  version: { convert: () => "", todo: "" },
  headlessMode: { convert: () => "", todo: "" },
  darkMode: { todo: "set theme, which applies in AppSpecific mode." },
  chainId: { todo: "set defaultChainId." },
  jsonRpcUrl: { todo: "the service reads the chains; remove this option." },
};

const connector: NameRule = { name: "acct", from: CONNECTOR, options: "connector" };
const others = "replace NAME of the Coinbase Wallet SDK, see docs/migration.md.";

/** Edits for apps with the Coinbase Wallet SDK. */
export const coinbaseWallet: Peer = {
  packages: ["@coinbase/wallet-sdk"],
  modules: {
    "@coinbase/wallet-sdk": {
      names: {
        createCoinbaseWalletSDK: { name: "Acct", from: CORE, options: "provider" },
        CoinbaseWalletSDK: { name: "Acct", from: CORE, options: "provider" },
        default: { name: "Acct", from: CORE, options: "provider" },
        ProviderInterface: { name: "ProviderInterface", from: CORE },
        getCryptoKeyAccount: { todo: "create a session key instead, see docs/permissions.md." },
        removeCryptoKey: { todo: "create a session key instead, see docs/permissions.md." },
      },
      others,
    },
    "wagmi/connectors": { names: { coinbaseWallet: connector } },
    "@wagmi/connectors": { names: { coinbaseWallet: connector } },
  },
  connector: connectorOptions,
  provider: options,
  connectorIds: ["coinbaseWalletSDK", "coinbaseWallet"],
  checks: {
    getProvider:
      "the provider of the SDK is a property now; a connector of wagmi keeps the method.",
    wallet_addSubAccount: "use a session key with a permission instead.",
    wallet_getSubAccounts: "use a session key with a permission instead.",
  },
};
