/** Hooks and actions of an app that registers no configuration. */
import type * as core from "@sdk/core";
import type * as connector from "@sdk/connector";
import {
  Actions,
  getPermissions,
  useCapabilities,
  useConnect,
  useGetAssets,
  useGetCallsHistory,
  useGrantPermissions,
  usePermissions,
  useSign,
} from "@sdk/connector";
import { prepareTransaction } from "@sdk/core/permission";
import type { Config, Connector } from "wagmi";
import { equal } from "./equal.js";

/** Each type exists once: the connector's is core's. */
export function identities(): void {
  equal<connector.AccountWithCapabilities, core.AccountWithCapabilities>(true);
  equal<connector.Asset, core.Asset>(true);
  equal<connector.AssetFilter, core.AssetFilter>(true);
  equal<connector.AssetType, core.AssetType>(true);
  equal<connector.CallPermissionDetail, core.CallPermissionDetail>(true);
  equal<connector.CallsHistoryItem, core.CallsHistoryItemJson>(true);
  equal<connector.ChainCapabilities, core.ChainCapabilities>(true);
  equal<connector.Permission, core.ListedPermission>(true);
  equal<connector.PermissionsDetail, core.PermissionsDetail>(true);
  equal<connector.RequestCapabilities, core.RequestCapabilities>(true);
  equal<connector.RevokePermissionApiResponse, core.RevokePermissionApiResponse>(true);
  equal<connector.SignInWithEthereum, core.SignInWithEthereumCapability>(true);
  equal<connector.SignRequest, core.SignRequest>(true);
  equal<connector.SpendPermissionDetail, core.SpendPermissionDetail>(true);
  equal<connector.SpendUnit, core.SpendUnit>(true);
  equal<connector.WalletConnectCapabilities, core.WalletConnectCapabilities>(true);
  equal<connector.WalletGetAssetsResponse, core.WalletGetAssetsResponse>(true);
  equal<connector.WalletGetCapabilitiesResponse, core.WalletGetCapabilitiesResponse>(true);
  equal<connector.WalletGrantPermissionsResponse, core.WalletGrantPermissionsResponse>(true);
}

/** A listed permission is used unchanged. */
export async function permissions(config: Config, to: core.Address): Promise<void> {
  const [listed] = await getPermissions(config, { remaining: true });
  if (listed === undefined) return;
  prepareTransaction(listed, [{ to, value: 0n, data: "0x" }]);
  equal<typeof listed.salt, core.Hex>(true);
  equal<typeof listed.permissionId, core.Hex>(true);
  equal<typeof listed.id, core.Hex>(true);
  equal<typeof listed.end, number>(true);
  equal<typeof listed.expiry, number>(true);
  const remaining: string | undefined = listed.spends[0]?.remaining;
  const [item] = await Actions.getCallsHistory(config, { limit: 1 });
  const callerId: string | undefined = item?.callerId;
  // @ts-expect-error a misspelled parameter
  getPermissions(config, { remaning: true });
  void [remaining, callerId];
}

/** `select` sets the type of the data. */
export function Selections(): void {
  const assets = useGetAssets({ query: { select: (read) => Object.keys(read).length } });
  equal<typeof assets.data, number | undefined>(true);
  const plain = useGetAssets();
  equal<typeof plain.data, core.WalletGetAssetsResponse | undefined>(true);
  const ids = usePermissions({ query: { select: (read) => read.map(({ id }) => id) } });
  equal<typeof ids.data, core.Hex[] | undefined>(true);
  const fees = useCapabilities({ query: { select: (read) => read["0x1"]?.feeToken?.tokens } });
  equal<typeof fees.data, readonly core.FeeTokenJson[] | undefined>(true);
  const last = useGetCallsHistory({ limit: 1, query: { select: ([item]) => item ?? null } });
  equal<typeof last.data, core.CallsHistoryItemJson | null | undefined>(true);
  // @ts-expect-error the result has no such field
  useGetAssets({ query: { select: (read) => read.balances } });
  // @ts-expect-error the hook sets how long results are kept
  useGetAssets({ query: { gcTime: 1 } });
  // @ts-expect-error a misspelled parameter
  useGetAssets({ chainFliter: ["0x1"] });
}

/** Checks fields of hooks: only fields that the wallet supports compile. */
export function Fields(to: core.Address, chains: string[], connected: Connector): void {
  interface Mail {
    readonly from: string;
  }
  const message: Mail = { from: "" };
  const data = { types: { Mail: [] }, primaryType: "Mail", domain: {}, message };
  useSign().mutate({ request: { type: "0x01", data } });
  useGetAssets({ chainFilter: chains });
  const grant = { expiry: 1, spender: to };
  useGrantPermissions().mutate({
    ...grant,
    permissions: { calls: [{ target: to, functionSignature: "mint()" }] },
  });
  // @ts-expect-error a call needs a selector or a signature
  useGrantPermissions().mutate({ ...grant, permissions: { calls: [{ target: to }] } });
  const signInWithEthereum = { nonce: "12345678", chainId: "0x1" };
  useConnect().mutate({ connector: connected, capabilities: { signInWithEthereum } });
  useConnect().mutate({
    connector: connected,
    // @ts-expect-error a typo in a capability
    capabilities: { signInWithEthreum: signInWithEthereum },
  });
  useConnect().mutate({
    connector: connected,
    // @ts-expect-error a typo next to an existing capability
    capabilities: { signInWithEthereum, subnameTextRecord: [] },
  });
  useConnect().mutateAsync({
    connector: connected,
    // @ts-expect-error a typo within a capability
    capabilities: { signInWithEthereum: { ...signInWithEthereum, statment: "" } },
  });
  useConnect().mutate({
    connector: connected,
    capabilities: { signInWithEthereum, ["analytics"]: { optional: true, id: 1 } },
  });
  const records = [{ key: "url", value: "" }];
  useConnect().mutate({ connector: connected, capabilities: { subnameTextRecords: records } });
  const asked: connector.WalletConnectCapabilities = { signInWithEthereum };
  useConnect().mutate({ connector: connected, capabilities: asked });
  const perhaps = asked as connector.WalletConnectCapabilities | undefined;
  useConnect().mutate({ connector: connected, capabilities: perhaps });
  useConnect().mutate({
    connector: connected,
    capabilities: { subnameTextRecords: [], signInWithEthereum: undefined },
  });
}

/** A typo in a capability of an action does not compile either. */
export async function connecting(config: Config, connected: Connector): Promise<void> {
  const signInWithEthereum = { nonce: "12345678", chainId: "0x1" };
  const { accounts } = await Actions.connect(config, {
    connector: connected,
    capabilities: { signInWithEthereum },
  });
  equal<typeof accounts, readonly core.AccountWithCapabilities[]>(true);
  await Actions.connect(config, {
    connector: connected,
    // @ts-expect-error a typo next to an existing capability
    capabilities: { signInWithEthereum, subnameTextRecord: [] },
  });
}

/** Chain ids are numbers where no configuration is registered. */
export function Chains(): void {
  useGetAssets({ chainId: 12345 });
  useSign().mutate({ chainId: 12345, request: { type: "0x45", data: { message: "" } } });
  useGrantPermissions().mutate({
    chainId: 12345,
    spender: "0x1",
    expiry: 1,
    permissions: { spends: [{ token: "0x1", allowance: "1", unit: "month" }] },
  });
  // @ts-expect-error a period of that name does not exist
  const unit: connector.SpendUnit = "fortnight";
  void unit;
}
