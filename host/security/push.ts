/**
 * Turns notices to this device on and off. The account's passkey signs the subscription.
 *
 * @module
 */
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { fromBase64Url, toBase64Url } from "../../core/lib/base64url.ts";
import { checkAssertion, verifyAssertion } from "../../core/passkey/assertion.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { pushChallenge } from "../../core/protocol/service/push.ts";
import { concat, numberToHex, toHex } from "viem";
import type { Device } from "../device/device.ts";
import { PUSH_WORKER_PATH } from "../serve/push_worker.ts";

/** Whether this device receives notices about an account; `null` if they are not supported. */
export type PushState = "on" | "off" | "denied" | null;

/** Key of the accounts for which this device subscribed. */
const STORAGE_KEY = "acct.push.1";

/** Reads the state for an account. */
export async function readPushState(
  { service, storage }: Device,
  { account: { address } }: AccountRecord,
): Promise<PushState> {
  const { pushKey } = await service.configuration();
  const able = "serviceWorker" in navigator && "PushManager" in globalThis &&
    "Notification" in globalThis;
  if (pushKey === undefined || !able) return null;
  if (Notification.permission === "denied") return "denied";
  const asked = (storage.get(STORAGE_KEY) ?? "").split(" ").includes(address.toLowerCase());
  const registration = await navigator.serviceWorker.getRegistration("/");
  return asked && await registration?.pushManager.getSubscription() ? "on" : "off";
}

/** Subscribes this device; call it within the click. */
export async function turnPushOn(device: Device, record: AccountRecord): Promise<void> {
  const { service, ceremony } = device;
  const { account, credentialId, publicKey, rpId = location.hostname } = record;
  if (await Notification.requestPermission() !== "granted") return;
  const { pushKey } = await service.configuration();
  const key = pushKey === undefined ? null : fromBase64Url(pushKey);
  if (key === null) throw new AcctError("service_mismatch", { field: "pushKey" });
  await navigator.serviceWorker.register(workerUrl());
  const { pushManager } = await navigator.serviceWorker.ready;
  const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const subscription = {
    endpoint: given.endpoint,
    p256dh: toBase64Url(new Uint8Array(given.getKey("p256dh")!)),
    auth: toBase64Url(new Uint8Array(given.getKey("auth")!)),
  };
  const challenge = await pushChallenge(account.address, subscription);
  const response = await ceremony.get(
    { rpId, challenge, credentialIds: [credentialId] },
    new AbortController().signal,
  );
  const expected = { challenge, rpId, origin: location.origin, topOrigin: null };
  const assertion = checkAssertion(response, expected);
  if (!await verifyAssertion(assertion, publicKey)) throw new AcctError("wrong_passkey");
  const { authenticatorData, clientDataJSON, r, s } = assertion;
  await service.call("acct_putPushSubscription", {
    account,
    subscription,
    publicKey,
    proof: {
      authenticatorData: toHex(authenticatorData),
      clientDataJSON: new TextDecoder().decode(clientDataJSON),
      signature: concat([r, s].map((value) => numberToHex(value, { size: 32 }))),
    },
  });
  remember(device, record, true);
}

/** Cancels the notices about an account on this device. */
export async function turnPushOff(device: Device, record: AccountRecord): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const endpoint = (await registration?.pushManager.getSubscription())?.endpoint;
  if (endpoint !== undefined) {
    const { address: account } = record.account;
    await device.service.call("acct_deletePushSubscription", { account, endpoint });
  }
  remember(device, record, false);
}

/**
 * Cancels the notices about an account when it leaves the device, even if the service is
 * unreachable: once no account has notices, the browser itself unsubscribes.
 */
export async function leavePush(device: Device, record: AccountRecord): Promise<void> {
  const { address } = record.account;
  const asked = (device.storage.get(STORAGE_KEY) ?? "").split(" ");
  if (!asked.includes(address.toLowerCase())) return;
  remember(device, record, false);
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  if (!device.storage.get(STORAGE_KEY)) await subscription.unsubscribe();
  await device.service.call("acct_deletePushSubscription", { account: address, endpoint });
}

function remember({ storage }: Device, { account }: AccountRecord, on: boolean): void {
  const address = account.address.toLowerCase();
  const others = (storage.get(STORAGE_KEY) ?? "").split(" ")
    .filter((each) => each !== "" && each !== address);
  storage.set(STORAGE_KEY, [...others, ...on ? [address] : []].join(" "));
}

/** In browsers with Trusted Types, the page's policy allows only this URL. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(url: string): unknown };
    };
  };
  policy ??= trustedTypes?.createPolicy("acct-push", { createScriptURL: () => PUSH_WORKER_PATH });
  return (policy?.createScriptURL("") ?? PUSH_WORKER_PATH) as string;
}

let policy: { createScriptURL(url: string): unknown } | undefined;
