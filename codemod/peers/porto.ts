/** Porto: the connector `porto()` and `Porto.create()`. @module */
import { firstChain } from "../options.ts";
import { CONNECTOR, CORE, type NameRule, type Options, type Peer } from "../peer.ts";
import { type Node, textOf } from "../source.ts";

const options: Options = {
  announceProvider: { todo: "the provider announces itself (EIP-6963); remove this option." },
  authUrl: {
    todo:
      "pass capabilities.signInWithEthereum with a nonce of your server when connecting, and verify the result there.",
  },
  chains: { convert: firstChain, todo: "set defaultChainId to the first chain." },
  feeToken: { todo: "the user selects the token in the dialog; remove this option." },
  merchantUrl: { todo: "set paymasters to the URL of an ERC-7677 service per chain." },
  mode: {
    // `Mode.dialog()` is the default here too.
    convert: (value, source) => isDefaultMode(value, textOf(source, value)) ? "" : undefined,
    todo: "see docs/modes.md for preference.mode, and docs/theming.md for themes.",
  },
  relay: { todo: "the API key determines the service; remove this option." },
  storage: { todo: "the SDK stores its session itself; remove this option." },
  storageKey: { todo: "the SDK stores its session itself; remove this option." },
  transports: { todo: "the service reads the chains; remove this option." },
};

function isDefaultMode(value: Node, text: string): boolean {
  return value.type === "CallExpression" && value.arguments.length === 0 &&
    text === "Mode.dialog()";
}

const connector: NameRule = { name: "acct", from: CONNECTOR, options: "connector" };

function chain(name: string): NameRule {
  return { name, from: "viem/chains" };
}

/** Hooks with a counterpart. */
const hooks: Readonly<Record<string, string>> = {
  useAssets: "useGetAssets",
  useCallsHistory: "useGetCallsHistory",
  useConnect: "useConnect",
  useDisconnect: "useDisconnect",
  useGrantPermissions: "useGrantPermissions",
  usePermissions: "usePermissions",
  useRevokePermissions: "useRevokePermissions",
};

const others = "replace NAME of Porto, see docs/migration.md.";

/** Edits for apps with Porto. */
export const porto: Peer = {
  packages: ["porto"],
  modules: {
    porto: {
      names: {
        Porto: { name: "Acct", from: CORE, options: "provider", member: "create" },
        Mode: { todo: "see docs/modes.md for the modes." },
      },
      others,
    },
    "porto/wagmi": {
      names: {
        porto: connector,
        Hooks: { name: "Hooks", from: CONNECTOR, members: hooks },
        Actions: { todo: "import the actions from @sdk/connector, see docs/hooks.md." },
      },
      others,
    },
    "porto/core/Chains": {
      names: Object.fromEntries(
        ["arbitrum", "arbitrumSepolia", "base", "baseSepolia", "bsc", "celo", "gnosis", "mainnet"]
          .concat("optimism", "optimismSepolia", "polygon", "sepolia")
          .map((name) => [name, chain(name)]),
      ),
      others: "import NAME from viem/chains.",
    },
    "wagmi/connectors": { names: { porto: connector } },
    "@wagmi/connectors": { names: { porto: connector } },
    "porto/server": {
      names: {},
      others: "replace the merchant route NAME with a sponsorship policy, see docs/sponsorship.md.",
    },
    "porto/viem": {
      names: {},
      others: "replace NAME with requests of the provider, see docs/methods.md.",
    },
    "porto/cli": { names: {}, others: "replace NAME with @sdk/cli or a device link." },
  },
  connector: { ...options, chains: { convert: () => "", todo: "" } },
  provider: options,
  connectorIds: ["xyz.ithaca.porto"],
  checks: {
    useAssets: "the result is a record by chain.",
    useGrantPermissions: "calls and spends have other fields, see docs/migration.md.",
    grantPermissions:
      "request permissions after connecting; calls and spends have other fields, see docs/migration.md.",
    wallet_grantPermissions: "the parameters have other fields, see docs/migration.md.",
  },
};
