/** The sides that read the same values, and how they judge them. @module */
import { appAbisOf, readAppAbis } from "../../core/abi/app_abi.ts";
import { checkValues, type DeclaredTypedData } from "../../core/account/typed_data.ts";
import { atOnce } from "../../core/lib/pieces.ts";
import { readCapabilities } from "../../core/page/capabilities.ts";
import { allHandlers, type Defined } from "../../core/testing/handlers.ts";
import { resolveOptions } from "../../core/page/options/resolve_options.ts";
import type { ConnectParams } from "../../core/protocol/methods/connection/wallet_connect.ts";
import type { SendCallsParams } from "../../core/protocol/methods/calls/wallet_send_calls.ts";
import type { SignParams } from "../../core/protocol/methods/signing/wallet_sign.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { type DappMethod, readParams } from "../../core/wallet/host/params.ts";
import { readParams as readServed } from "../../service/rpc/method.ts";
import { methods } from "../../service/rpc/methods.ts";

const ORIGIN = "https://a.example";
const options = resolveOptions({
  apiKey: "dev",
  ens: "a.eth",
  preference: { keysUrl: "https://keys.example", serverUrl: "https://api.example" },
});

/** Reads parameters as the page's provider does. */
export function provide(method: string, params: unknown): unknown {
  const { definition } = (allHandlers as Readonly<Record<string, Defined>>)[method]!;
  const read = definition.params.read({ value: params, path: "params", origin: ORIGIN });
  if (method === "eth_signTypedData_v4") {
    return atOnce(checkValues((read as readonly [unknown, DeclaredTypedData])[1]));
  }
  if (method === "wallet_sendCalls") {
    const { calls, capabilities: { abi } = {} } = read as SendCallsParams;
    readAppAbis(appAbisOf("params[0]", { abi, calls }));
    return read;
  }
  if (method === "wallet_sign") {
    const { request } = read as SignParams;
    return "typedData" in request ? atOnce(checkValues(request.typedData)) : read;
  }
  if (method !== "wallet_connect") return read;
  const { siwe, unread } = read as ConnectParams;
  return unread === undefined ? read : readCapabilities(unread, { options, origin: ORIGIN }, siwe);
}

/** Reads parameters as the wallet host does. */
export function host(method: DappMethod, params: unknown): Promise<unknown> {
  return readParams(method, params, ORIGIN);
}

/** Reads parameters as the service does. */
export function serve(method: string, params: unknown): unknown {
  return readServed(methods.get(method)!.definition.params, params);
}

async function refusal(read: () => unknown): Promise<AcctError | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof AcctError) return error;
    throw error;
  }
}

/** Returns `null`, or code and cause of the error. */
export async function outcome(read: () => unknown): Promise<string | null> {
  const error = await refusal(read);
  return error === null ? null : `${error.code} ${error.data.cause}`;
}

/** Returns `null`, or cause and path of the error. */
export async function place(read: () => unknown): Promise<string | null> {
  const error = await refusal(read);
  return error === null ? null : `${error.data.cause} ${error.data.field}`;
}
