/**
 * Shared by hostile pages. Each opens the wallet host's window itself, without the SDK, sends
 * arbitrary messages and records all received ones.
 *
 * @module
 */

/** The test's settings for a hostile page, in its query. */
export interface Setup {
  /** The wallet host. */
  readonly keysUrl: string;
  /** A key of the service. */
  readonly apiKey: string;
  /** An honest app. */
  readonly appUrl: string;
  /** Chain id. */
  readonly chainId: number;
}

/** A message, and its source according to the browser. */
export interface Heard {
  readonly data: unknown;
  readonly origin: string;
}

/** The settings of this page. */
export const setup: Setup = JSON.parse(new URLSearchParams(location.search).get("setup")!);
/** Everything that this page heard. */
export const heard: Heard[] = [];

let target: Window | null = null;
let targetOrigin = setup.keysUrl;

/** Opens the wallet host's window with any fragment; by default with true claims. */
export function openHost(fragment = `origin=${encodeURIComponent(location.origin)}`): void {
  aim(open(`${setup.keysUrl}/popup#${fragment}`, "_blank", "popup")!, setup.keysUrl);
}

/** Chooses the target of messages from now on. */
export function aim(window: Window, origin: string): void {
  target = window;
  Object.assign(globalThis, { target });
  targetOrigin = origin;
}

/** Posts a message to the wallet host's window, or to the chosen target. */
export function say(message: unknown, transfer: Transferable[] = []): void {
  target!.postMessage(message, targetOrigin, transfer);
}

/** Introduces this page, with any text about itself. */
export function introduce(app: object = { name: "Shop", logoUrl: null }, more: object = {}): void {
  say({ acct: "init", version: 1, key: setup.apiKey, app, ...more });
}

/** Posts a well-formed response to a request of another page. */
export function answer(id: string): void {
  const account = { address: `0x${"bad0".repeat(10)}`, owners: [], nonce: "0x0" };
  say({ acct: "ready", versions: [1] });
  say({ acct: "response", id, result: { account, name: "Mine" } });
  say({ acct: "response", id, error: { code: 4001, message: "No.", data: {} } });
}

/** Sends a request to connect, with any additional parameters. */
export function askToConnect(id: string, more: object = {}): void {
  const params = { chainId: setup.chainId, testnets: true, ...more };
  say({ acct: "request", id, method: "wallet_connect", params });
}

/** Puts functions where the test finds them. */
export function offer(attack: object): void {
  const aimAtParent = () => aim(parent, setup.appUrl);
  const aimAtOpener = () => aim(opener, setup.appUrl);
  const common = { openHost, aimAtParent, aimAtOpener, say, introduce, answer, askToConnect };
  Object.assign(globalThis, { heard, attack: { ...common, ...attack } });
}

addEventListener("message", (event) => {
  heard.push({ data: event.data, origin: event.origin });
});
