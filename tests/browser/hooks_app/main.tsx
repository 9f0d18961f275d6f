/** @jsxRuntime automatic */
/** @jsxImportSource react */
/** @jsxImportSourceTypes @types/react */
/**
 * A page that mounts every hook. Each mutation has a button, which calls it with the variables that
 * a test wrote into the field. `globalThis.hooks` contains the latest result of each hook.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, StrictMode } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  Hooks,
  useCapabilities,
  useConnect,
  useDisconnect,
  useGetAssets,
  useGetCallsHistory,
  useGrantPermissions,
  usePermissions,
  useRevokePermissions,
  useSign,
} from "@sdk/connector";
import * as wagmi from "wagmi";
import { config, setup } from "./config.ts";

/** Result of every mutation hook, for a page that reads its variables from a field. */
interface Mutation {
  readonly status: string;
  readonly data: unknown;
  readonly error: Error | null;
  mutate(variables: unknown): void;
}

/** Result of every query hook. */
interface Query {
  readonly status: string;
  readonly fetchStatus: string;
  readonly data: unknown;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
}

/** Mounts every mutation hook; they are called by name. */
function useMutations(): Readonly<Record<string, Mutation>> {
  return {
    useConnect: useConnect(),
    useDisconnect: useDisconnect(),
    useSign: useSign(),
    useGrantPermissions: useGrantPermissions(),
    useRevokePermissions: useRevokePermissions(),
    useSendTransaction: wagmi.useSendTransaction(),
    useSignMessage: wagmi.useSignMessage(),
    useSignTypedData: wagmi.useSignTypedData(),
    useSwitchChain: wagmi.useSwitchChain(),
    useSendCalls: wagmi.useSendCalls(),
    useWriteContract: wagmi.useWriteContract(),
    wagmiUseConnect: wagmi.useConnect(),
    wagmiUseDisconnect: wagmi.useDisconnect(),
  };
}

/** Mounts every query hook. */
function useQueries(callsId: string | undefined): Readonly<Record<string, Query>> {
  const { address } = wagmi.useConnection();
  return {
    usePermissions: usePermissions(),
    useGetAssets: useGetAssets({ chainFilter: [wide(setup.chainId)] }),
    useCapabilities: useCapabilities({ chainFilter: [wide(setup.chainId)] }),
    useCapabilitiesOfOther: Hooks.useCapabilities({ address: setup.other }),
    useGetCallsHistory: useGetCallsHistory({ limit: 2 }),
    useGetCallsHistoryOfOther: Hooks.useGetCallsHistory({ address: setup.other }),
    useBalance: wagmi.useBalance({ address }),
    wagmiUseCapabilities: wagmi.useCapabilities(),
    useWaitForCallsStatus: wagmi.useWaitForCallsStatus({ id: callsId }),
  };
}

function Panel(): JSX.Element {
  const { address, chainId, status, connector } = wagmi.useAccount();
  const mutations = useMutations();
  const queries = useQueries((mutations.useSendCalls!.data as { id: string } | undefined)?.id);
  const said = Object.entries({ ...mutations, ...queries }).map(([name, hook]) => [name, {
    status: hook.status,
    data: hook.data,
    error: hook.error?.message,
    cause: (hook.error?.cause as Error | undefined)?.message,
    ...("fetchStatus" in hook && { idle: hook.fetchStatus === "idle", at: hook.dataUpdatedAt }),
  }]);
  const account = { address, chainId, status, connector: connector?.id };
  Object.assign(globalThis, {
    hooks: plain({ ...Object.fromEntries(said), useAccount: account }),
  });
  return (
    <>
      {Object.entries(mutations).map(([name, { mutate }]) => (
        <button
          key={name}
          type="button"
          data-testid={name}
          onClick={() => mutate(variables())}
        >
          {name}
        </button>
      ))}
      <output>{status}: {address}</output>
    </>
  );
}

/** The field's variables. `"5n"` is a bigint, and the connector is the page's own. */
function variables(): unknown {
  const { value } = document.getElementById("variables") as HTMLTextAreaElement;
  return JSON.parse(
    value,
    (_key, part) =>
      part === "CONNECTOR"
        ? config.connectors[0]
        : typeof part === "string" && /^\d+n$/.test(part)
        ? BigInt(part.slice(0, -1))
        : part,
  );
}

/** A copy that a test can read: bigints as decimal text. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => typeof part === "bigint" ? String(part) : part),
  );
}

function wide(chainId: number): `0x${string}` {
  return `0x${chainId.toString(16)}`;
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <wagmi.WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Panel />
      </QueryClientProvider>
    </wagmi.WagmiProvider>
  </StrictMode>,
);
