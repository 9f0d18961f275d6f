import { assertEquals } from "@std/assert";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Device } from "../device/device.ts";
import { leavePush } from "./push.ts";

const address = (byte: string) => `0x${byte.repeat(20)}` as const;
const recordOf = (byte: string) =>
  ({ account: { address: address(byte), owners: [], nonce: "0x0" } }) as unknown as AccountRecord;

/** A device with a subscription; returns the actions on it. */
function openDevice(asked: string, service: "up" | "down") {
  const calls: unknown[] = [];
  const values = new Map([["acct.push.1", asked]]);
  const subscription = {
    endpoint: "https://push.example/1",
    unsubscribe: () => Promise.resolve(calls.push("unsubscribed") > 0),
  };
  const pushManager = { getSubscription: () => Promise.resolve(subscription) };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: () => Promise.resolve({ pushManager }) },
  });
  const device = {
    storage: {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => void values.set(key, value),
    },
    service: {
      call: (method: string, params: unknown) => {
        calls.push([method, params]);
        return service === "up"
          ? Promise.resolve(null)
          : Promise.reject(new AcctError("service_down"));
      },
    },
  } as unknown as Device;
  return {
    device,
    calls,
    values,
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, "serviceWorker"),
  };
}

const deleted = (byte: string) => [
  "acct_deletePushSubscription",
  { account: address(byte), endpoint: "https://push.example/1" },
];

for (const service of ["up", "down"] as const) {
  Deno.test(`push: signing out cancels it for that account, the service is ${service}`, async () => {
    using at = openDevice(`${address("ab")} ${address("cd")}`, service);
    await leavePush(at.device, recordOf("ab")).catch(() => {});
    assertEquals([at.values.get("acct.push.1"), at.calls], [address("cd"), [deleted("ab")]]);
    // With the last account, the browser's own subscription is cancelled, even if the service is
    // unreachable.
    await leavePush(at.device, recordOf("cd")).catch(() => {});
    assertEquals([at.values.get("acct.push.1"), at.calls.slice(1)], [
      "",
      ["unsubscribed", deleted("cd")],
    ]);
    await leavePush(at.device, recordOf("ef"));
    assertEquals(at.calls.length, 3);
  });
}
