/** Hooks and actions of an app that registers its configuration and the wallet's capabilities. */
import {
  acct,
  type AcctCapabilitiesSchema,
  connect,
  getAssets,
  useCapabilities,
  useConnect,
  useGetAssets,
  useGetCallsHistory,
  useGrantPermissions,
  usePermissions,
  useRevokePermissions,
  useSign,
} from "@sdk/connector";
import type { FeeTokenJson } from "@sdk/core";
import type { Client } from "viem";
import { getCapabilities as getCapabilitiesOfViem, sendCalls } from "viem/actions";
import { createConfig, http, useCapabilities as useCapabilitiesOfWagmi } from "wagmi";
import { base, mainnet } from "wagmi/chains";
import { equal } from "./equal.js";

const config = createConfig({
  chains: [base],
  connectors: [acct({ apiKey: "pk_live_x" })],
  transports: { [base.id]: http() },
});

/** Another configuration than the registered one. */
const other = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } });

declare module "wagmi" {
  interface Register {
    config: typeof config;
  }
}

declare module "viem" {
  interface Register {
    CapabilitiesSchema: AcctCapabilitiesSchema;
  }
}

const request = { type: "0x45", data: { message: "" } } as const;

/** Chain ids come from the registered configuration, or from the given one. */
export function Chains(): void {
  const [connector] = config.connectors;
  useGetAssets({ chainId: 8453 });
  useGetAssets({ config: other, chainId: 1 });
  useConnect().mutate({ connector: connector!, chainId: 8453 });
  useSign().mutate({ chainId: 8453, request });
  useSign({ config: other }).mutate({ chainId: 1, request });
  // @ts-expect-error the app has no such chain
  useGetAssets({ chainId: 1 });
  // @ts-expect-error the app has no such chain
  usePermissions({ chainId: 1 });
  // @ts-expect-error the app has no such chain
  useCapabilities({ chainId: 1 });
  // @ts-expect-error the app has no such chain
  useGetCallsHistory({ chainId: 1 });
  // @ts-expect-error the app has no such chain
  useConnect().mutate({ connector: connector!, chainId: 1 });
  // @ts-expect-error the app has no such chain
  useSign().mutate({ chainId: 1, request });
  // @ts-expect-error the app has no such chain
  useRevokePermissions().mutate({ chainId: 1, id: "0x1" });
  // @ts-expect-error the app has no such chain
  useGrantPermissions().mutate({ chainId: 1, expiry: 1, spender: "0x1", permissions: {} });
  // @ts-expect-error the given configuration has no such chain
  useGetAssets({ config: other, chainId: 8453 });
}

/** Checks hooks with `select`. */
export function Selections(): void {
  const count = useGetAssets({
    chainId: 8453,
    query: { select: (read) => Object.keys(read).length },
  });
  equal<typeof count.data, number | undefined>(true);
}

/** Actions accept the chains of the given configuration. */
export async function actions(): Promise<void> {
  const [connector] = config.connectors;
  await getAssets(config, { chainId: 8453 });
  await connect(config, { connector: connector!, chainId: 8453 });
  // @ts-expect-error the configuration has no such chain
  await getAssets(config, { chainId: 1 });
  // @ts-expect-error the configuration has no such chain
  await connect(config, { connector: connector!, chainId: 1 });
}

/** viem's and wagmi's own functions know the capabilities by name. */
export async function Capabilities(client: Client): Promise<void> {
  const chain = await getCapabilitiesOfViem(client, { chainId: 8453 });
  equal<NonNullable<typeof chain.feeToken>["tokens"], readonly FeeTokenJson[]>(true);
  equal<NonNullable<typeof chain.permissions>["supported"], boolean>(true);
  const { data } = useCapabilitiesOfWagmi({ chainId: 8453 });
  equal<NonNullable<NonNullable<typeof data>["feeToken"]>["tokens"], readonly FeeTokenJson[]>(true);
  await sendCalls(client, {
    account: "0x1",
    calls: [],
    capabilities: { permissions: { id: "0x1" } },
  });
  await sendCalls(client, {
    account: "0x1",
    calls: [],
    // @ts-expect-error a paymaster service has an address
    capabilities: { paymasterService: {} },
  });
}
