/** Maps methods to their screens, each loaded before its dialog opens. @module */
import type { FunctionComponent } from "preact";
import type { DialogMethod } from "@sdk/core/dialog";
import type { ScreenProps } from "./screen.ts";

/** A screen for a method. */
export type Screen<M extends DialogMethod> = FunctionComponent<ScreenProps<M>>;

/** Loaders by method. */
export const screens: { readonly [M in DialogMethod]: () => Promise<Screen<M>> } = {
  wallet_connect: async () => (await import("./connect.tsx")).ConnectScreen,
  acct_claimName: async () => (await import("./claim_name.tsx")).ClaimNameScreen,
  acct_addPasskey: async () => (await import("./owners.tsx")).AddPasskeyScreen,
  acct_changeOwners: async () => (await import("./owners.tsx")).ChangeOwnersScreen,
  acct_showAccount: async () => (await import("./account.tsx")).AccountScreen,
  personal_sign: async () => (await import("./message.tsx")).MessageScreen,
  eth_signTypedData_v4: async () => (await import("./typed_data.tsx")).TypedDataScreen,
  wallet_sendCalls: async () => (await import("./calls.tsx")).CallsScreen,
  wallet_grantPermissions: async () => (await import("./permissions.tsx")).GrantScreen,
  wallet_showCallsStatus: async () => (await import("./status.tsx")).StatusScreen,
  wallet_revokePermissions: async () => (await import("./permissions.tsx")).RevokeScreen,
};

/** Loads the screen of a method. */
export function loadScreen<M extends DialogMethod>(method: M): Promise<Screen<M>> {
  return screens[method]();
}
