/** Maps methods to their screens, each loaded before its dialog opens. @module */
import type { DialogMethod } from "@sdk/core/dialog";
import type { Screen } from "./screen.ts";

/** Methods that are often the first; their screens are loaded early. */
export const likelyFirst: readonly DialogMethod[] = ["wallet_connect", "wallet_sendCalls"];
/** Methods that often follow another; their screens are loaded while it is open. */
export const likelyNext: readonly DialogMethod[] = [
  "wallet_sendCalls",
  "personal_sign",
  "eth_signTypedData_v4",
];

/** Loaders by method. */
export const screens: { readonly [M in DialogMethod]: () => Promise<Screen<M>> } = {
  wallet_connect: async () => (await import("./connect.tsx")).ConnectScreen,
  acct_claimName: async () => (await import("./claim_name.tsx")).ClaimNameScreen,
  acct_addPasskey: async () => (await import("./owners.tsx")).AddPasskeyScreen,
  acct_changeOwners: async () => (await import("./owners.tsx")).ChangeOwnersScreen,
  acct_showAccount: async () => (await import("./account.tsx")).AccountScreen,
  acct_upgradeAccount: async () => (await import("./upgrade_account.tsx")).UpgradeScreen,
  personal_sign: async () => (await import("./message.tsx")).MessageScreen,
  eth_signTypedData_v4: async () => (await import("./typed_data.tsx")).TypedDataScreen,
  wallet_sendCalls: async () => (await import("./calls.tsx")).CallsScreen,
  wallet_grantPermissions: async () => (await import("./permissions.tsx")).GrantScreen,
  wallet_showCallsStatus: async () => (await import("./status.tsx")).StatusScreen,
  wallet_revokePermissions: async () => (await import("./permissions.tsx")).RevokeScreen,
  wallet_watchAsset: async () => (await import("./watch_asset.tsx")).WatchAssetScreen,
};

/** Loads the screen of a method. */
export function loadScreen<M extends DialogMethod>(method: M): Promise<Screen<M>> {
  return screens[method]();
}

/** Loads the screen that stops a recovery. */
export const stopScreen = (): Promise<Screen<"acct_changeOwners">> => screens.acct_changeOwners();
