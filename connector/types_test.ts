/** Type-level tests of the public API; this file is both type-checked and run. */
import { assert } from "@std/assert";
import type { Config, Connector } from "wagmi";
import {
  type AccountWithCapabilities,
  Actions,
  type Address,
  type CallsHistoryItem,
  type Hex,
  Hooks,
  type Mode,
  Query,
  useConnect,
  useDisconnect,
  useGetCallsHistory,
  usePermissions,
  type UsePermissionsParameters,
  useSign,
} from "./mod.ts";

/** True only if both types are identical; `any` is identical only to itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;
const same = <A, B>(_: Same<A, B>): void => {};

/** Never called: only its types are checked. */
export async function typesOnly(config: Config, connector: Connector): Promise<void> {
  const plain = await Actions.connect(config, { connector });
  same<typeof plain.accounts, readonly Address[]>(true);
  const capable = await Actions.connect(config, {
    connector,
    capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1" } },
  });
  same<typeof capable.accounts, readonly AccountWithCapabilities[]>(true);

  const connect = useConnect();
  const hooked = await connect.mutateAsync({ connector, capabilities: {} });
  same<typeof hooked.accounts, readonly AccountWithCapabilities[]>(true);
  same<typeof connect.error, Error | null>(true);
  // @ts-expect-error a connector is required
  connect.mutate({});
  useDisconnect().mutate();

  const sign = useSign();
  same<typeof sign.data, Hex | undefined>(true);
  sign.mutate({ request: { type: "0x45", data: { message: "x" } } });
  // @ts-expect-error a message has no types
  sign.mutate({ request: { type: "0x45", data: { types: {} } } });
  // @ts-expect-error other kinds are refused
  sign.mutate({ request: { type: "0x00", data: { message: "x" } } });

  const history = useGetCallsHistory();
  same<typeof history.data, readonly CallsHistoryItem[] | undefined>(true);
  usePermissions({ query: { enabled: false, refetchOnWindowFocus: false } });
  // @ts-expect-error the hook manages how long results are kept
  usePermissions({ query: { gcTime: 1 } });
  // @ts-expect-error the hook manages how long results are fresh
  usePermissions({ query: { staleTime: 1 } });
  same<UsePermissionsParameters["address"], Address | undefined>(true);
  same<Mode, "CrossPlatform" | "AppSpecific">(true);
}

Deno.test("every hook is part of Hooks, every action of Actions, with options in Query", () => {
  const hooks = [
    "useConnect",
    "useDisconnect",
    "useSign",
    "useGrantPermissions",
    "usePermissions",
    "useRevokePermissions",
    "useGetAssets",
    "useCapabilities",
    "useGetCallsHistory",
  ];
  for (const name of hooks) assert(Object.hasOwn(Hooks, name), name);
  const actions = [
    "connect",
    "disconnect",
    "grantPermissions",
    "revokePermissions",
    "getPermissions",
    "getAssets",
    "getCapabilities",
    "getCallsHistory",
    "sign",
  ];
  for (const name of actions) {
    assert(Object.hasOwn(Actions, name), name);
    const kind = name.startsWith("get") ? "QueryOptions" : "MutationOptions";
    assert(Object.hasOwn(Query, `${name}${kind}`), `${name}${kind}`);
  }
});

Deno.test("query keys are JSON, start with acct, and differ for different queries", () => {
  const a = Query.getAssetsQueryKey({ chainId: 1, chainFilter: ["0x1"] });
  const b = Query.getAssetsQueryKey({ chainId: 10, chainFilter: ["0x1"] });
  assert(a[0] === "acct" && JSON.stringify(a) !== JSON.stringify(b));
  const connector = { uid: "u", getProvider() {} } as unknown as Connector;
  const c = Query.getAssetsQueryKey({ connector });
  assert(JSON.stringify(c) === '["acct","getAssets",{"connector":"u"}]');
});
