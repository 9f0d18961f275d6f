/** Maps methods to their screens, each loaded before its dialog opens. @module */
import type { FunctionComponent } from "preact";
import type { DialogMethod, PreviewOf } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import type { SuccessWords } from "../text/screens/success.ts";
import type { ScreenProps } from "./screen.ts";

/** A screen for a method. */
export interface Screen<M extends DialogMethod> extends FunctionComponent<ScreenProps<M>> {
  /** Says what was done, before the dialog closes; absent where the user closes it. */
  readonly success?: (words: SuccessWords, preview: PreviewOf[M], locale: Locale) => string;
}

/** Props of ConnectScreen. */
export type ConnectProps = ScreenProps<"wallet_connect">;
/** Props of ClaimNameScreen. */
export type ClaimNameProps = ScreenProps<"acct_claimName">;
/** Props of AddPasskeyScreen. */
export type AddPasskeyProps = ScreenProps<"acct_addPasskey">;
/** Props of ChangeOwnersScreen. */
export type ChangeOwnersProps = ScreenProps<"acct_changeOwners">;
/** Props of AccountScreen. */
export type AccountProps = ScreenProps<"acct_showAccount">;
/** Props of MessageScreen. */
export type MessageProps = ScreenProps<"personal_sign">;
/** Props of TypedDataScreen. */
export type TypedDataProps = ScreenProps<"eth_signTypedData_v4">;
/** Props of CallsScreen. */
export type CallsProps = ScreenProps<"wallet_sendCalls">;
/** Props of GrantScreen. */
export type GrantProps = ScreenProps<"wallet_grantPermissions">;
/** Props of RevokeScreen. */
export type RevokeProps = ScreenProps<"wallet_revokePermissions">;
/** Props of StatusScreen. */
export type StatusProps = ScreenProps<"wallet_showCallsStatus">;
/** Props of UpgradeScreen. */
export type UpgradeProps = ScreenProps<"acct_upgradeAccount">;
/** Props of WatchAssetScreen. */
export type WatchAssetProps = ScreenProps<"wallet_watchAsset">;

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
