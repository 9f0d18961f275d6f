/** An app for React Native, with the shapes of Expo's functions. */
import { Acct } from "@sdk/core/acct";
import { systemBrowser } from "@sdk/core/native";

declare enum WebBrowserResultType {
  CANCEL = "cancel",
  DISMISS = "dismiss",
  OPENED = "opened",
  LOCKED = "locked",
}
declare const WebBrowser: {
  openAuthSessionAsync(
    url: string,
    redirectUrl?: string | null,
    options?: { preferUniversalLinks?: boolean; showInRecents?: boolean },
  ): Promise<{ type: "success"; url: string } | { type: WebBrowserResultType }>;
  dismissAuthSession(): void;
};
declare const SecureStore: {
  getItem(key: string, options?: object): string | null;
  setItem(key: string, value: string, options?: object): void;
  deleteItemAsync(key: string, options?: object): Promise<void>;
};

export const { provider } = Acct.create({
  apiKey: "pk_live_1",
  preference: {
    transport: "link",
    onLink: systemBrowser({
      open: WebBrowser.openAuthSessionAsync,
      dismiss: WebBrowser.dismissAuthSession,
      returnUrl: "com.example.app://acct",
    }),
    sessionStorage: {
      get: (key: string) => SecureStore.getItem(key),
      set(key: string, value: string | null) {
        if (value === null) void SecureStore.deleteItemAsync(key);
        else SecureStore.setItem(key, value);
        return true;
      },
    },
  },
});

systemBrowser({
  open: (url, back) =>
    WebBrowser.openAuthSessionAsync(url, back, { preferUniversalLinks: true }),
  returnUrl: "https://shop.example/acct",
});

// @ts-expect-error: the return address is required
systemBrowser({ open: WebBrowser.openAuthSessionAsync });
