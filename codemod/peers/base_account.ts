/** Base Account: the connector `baseAccount()` and `createBaseAccountSDK()`. @module */
import { firstChain, paymasters } from "../options.ts";
import { CONNECTOR, CORE, type NameRule, type Options, type Peer } from "../peer.ts";

const options: Options = {
  appName: "same",
  appLogoUrl: "same",
  appChainIds: { convert: firstChain, todo: "set defaultChainId to the first chain." },
  paymasterUrls: {
    convert: paymasters,
    todo: "set paymasters: each URL becomes an object { url }.",
  },
  preference: {
    todo:
      "wallet URL, attribution and telemetry have no counterpart; see docs/options.md for preference.",
  },
  subAccounts: {
    todo: "use a session key with a permission instead of a sub account, see docs/permissions.md.",
  },
};

const connector: NameRule = { name: "acct", from: CONNECTOR, options: "connector" };
const pay =
  "payments and subscriptions have no counterpart; examples/subscription is a server that charges.";
const others = "replace NAME of Base Account, see docs/migration.md.";

/** Edits for apps with Base Account. */
export const baseAccount: Peer = {
  packages: ["@base-org/account", "@base-org/account-ui"],
  modules: {
    "@base-org/account": {
      names: {
        createBaseAccountSDK: { name: "Acct", from: CORE, options: "provider" },
        ProviderInterface: { name: "ProviderInterface", from: CORE },
        getCryptoKeyAccount: { todo: "create a session key instead, see docs/permissions.md." },
        removeCryptoKey: { todo: "create a session key instead, see docs/permissions.md." },
        ...Object.fromEntries(
          ["base", "pay", "getPaymentStatus", "subscribe", "getSubscriptionStatus", "prepareCharge"]
            .map((name) => [name, { todo: pay }]),
        ),
      },
      others,
    },
    "@base-org/account/spend-permission": {
      names: {
        requestSpendPermission: {
          todo: "request wallet_grantPermissions with one entry in spends.",
        },
        prepareSpendCallData: { todo: "use prepareTransaction of @sdk/core/permission." },
        fetchPermissions: { todo: "request wallet_getPermissions." },
        getPermissionStatus: { todo: "request wallet_getPermissions with remaining: true." },
        requestRevoke: { todo: "request wallet_revokePermissions." },
      },
      others,
    },
    "wagmi/connectors": { names: { baseAccount: connector } },
    "@wagmi/connectors": { names: { baseAccount: connector } },
  },
  connector: options,
  provider: options,
  connectorIds: ["baseAccount"],
  checks: {
    getProvider:
      "the provider of the SDK is a property now; a connector of wagmi keeps the method.",
    wallet_addSubAccount: "use a session key with a permission instead.",
    wallet_getSubAccounts: "use a session key with a permission instead.",
  },
};
