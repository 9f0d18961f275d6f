/** A remote wallet in a fake page, with fake time. @module */
import { FakeTime } from "@std/testing/time";
import { createRemoteWallet } from "../page/window/remote.ts";
import type { Wallet } from "../dialog/requests.ts";
import { enterPage, type FakeWindow, fakeWindow } from "./windows.ts";

/** Origin of the wallet host. */
export const HOST = "https://keys.example.com";
/** Origin of the dApp. */
export const PAGE = "https://shop.example";
/** Never aborts. */
export const never = new AbortController().signal;

/** A page and the windows that it opens. */
export interface Scene extends Disposable {
  readonly page: FakeWindow;
  readonly wallet: Wallet;
  readonly time: FakeTime;
  readonly popups: FakeWindow[];
  readonly urls: string[];
  /** Posts a message of the host to the page. */
  say(message: unknown, how?: { origin?: string; source?: unknown }): void;
  /** Messages that the page posted to the newest popup. */
  posted(): { acct: string; id: string }[];
  /** Runs pending microtasks. */
  settle(): Promise<void>;
}

/**
 * Enters a page whose first `blocked` windows are blocked; in an installed app only windows without
 * features open.
 */
export function scene(blocked = 0, { isInstalled = false } = {}): Scene {
  const time = new FakeTime(1_000_000);
  const page = fakeWindow(PAGE, () => popups.at(-1) ?? null);
  const popups: FakeWindow[] = [];
  const urls: string[] = [];
  const left = enterPage(page, (url, _target, features) => {
    // The second attempt of a click, which a blocker blocks too.
    if (features !== undefined) urls.push(url);
    if (urls.length <= blocked || (isInstalled && features !== undefined)) return null;
    popups.push(fakeWindow(HOST, () => page));
    return popups.at(-1)!;
  });
  return {
    page,
    time,
    popups,
    urls,
    wallet: createRemoteWallet({
      keysUrl: HOST,
      apiKey: "key",
      app: { name: "Shop", logoUrl: null },
    }),
    say: (message, how = {}) =>
      page.deliver(message, how.origin ?? HOST, "source" in how ? how.source : popups.at(-1)),
    posted: () =>
      popups.at(-1)!.received.map(({ message }) => message as { acct: string; id: string }),
    settle: () => time.runMicrotasks(),
    [Symbol.dispose]() {
      left[Symbol.dispose]();
      time.restore();
    },
  };
}

/** First message of the host. */
export const ready = { acct: "ready", versions: [1] };
/** Parameters of {@linkcode sign}. */
export const params = { account: `0x${"11".repeat(20)}`, chainId: 1, message: "0x12" } as const;
/** Requests a signature of a message from the wallet. */
export const sign = (wallet: Wallet, signal = never) =>
  wallet.ask("personal_sign", params, { signal });
/** Id of the last request that was posted. */
export const idOf = (at: Scene) => at.posted().findLast(({ acct }) => acct === "request")!.id;
