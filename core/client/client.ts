/**
 * Calls the service: JSON-RPC over fetch, with a timeout per call and errors that distinguish an
 * unreachable service from an unreachable chain.
 *
 * @module
 */
import { fromErrorJson } from "../ground/error_json.ts";
import { AcctError } from "../ground/errors.ts";
import { endOf, untilEnd } from "./lazy.ts";
import { eitherSignal } from "../lib/signals.ts";
import {
  API_KEY_HEADER,
  type ConfigurationJson,
  ORIGIN_HEADER,
  type ServiceSchema,
} from "../protocol/service/mod.ts";

/** Connection options of a service. */
export interface ServiceOptions {
  /** Base URL without a trailing slash. */
  readonly serverUrl: string;
  /** API key. */
  readonly apiKey: string;
  /** Origin of the dApp that the wallet host acts for; only the host sets it. */
  readonly onBehalfOf?: string;
  /** Timeout of a call in milliseconds. Default: 15000. */
  readonly timeout?: number;
  /** A fake of `fetch` in tests. */
  readonly fetch?: typeof fetch;
}

/** Calls of the service. Each rejects with an `AcctError`. */
export interface ServiceClient {
  /** Calls one of the service's own methods. */
  call<M extends keyof ServiceSchema>(
    method: M,
    params: ServiceSchema[M]["params"],
    signal?: AbortSignal,
  ): Promise<ServiceSchema[M]["result"]>;
  /** Calls any method of `POST /v1/rpc` with raw parameters. */
  rpc(method: string, params: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Reads from a chain with an `eth_*` method. */
  chain(chainId: number, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Returns the service's configuration; fetched once, and again after a failure. */
  configuration(signal?: AbortSignal): Promise<ConfigurationJson>;
}

/** Creates a client; it sends no request before the first call. */
export function createServiceClient(options: ServiceOptions): ServiceClient {
  const { serverUrl, apiKey, onBehalfOf, timeout = 15_000 } = options;
  let nextId = 1;
  let configuration: Promise<ConfigurationJson> | undefined;

  const send = async (path: string, init: RequestInit, signal?: AbortSignal): Promise<unknown> => {
    const deadline = AbortSignal.timeout(timeout);
    const end = signal ? eitherSignal(deadline, signal) : deadline;
    let detail = serverUrl;
    try {
      const response = await (options.fetch ?? fetch)(`${serverUrl}${path}`, {
        ...init,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal: end,
      });
      detail += ` answered ${response.status} without JSON`;
      // Node ignores the signal after the response headers have arrived.
      return JSON.parse(await untilEnd(response.text(), end));
    } catch (cause) {
      if (signal?.aborted) throw endOf(signal);
      throw new AcctError("service_down", { detail: `(${detail})`, cause });
    }
  };

  const rpc = async (path: string, method: string, params: unknown, signal?: AbortSignal) => {
    const reply = await send(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [API_KEY_HEADER]: apiKey,
        ...(onBehalfOf !== undefined && { [ORIGIN_HEADER]: onBehalfOf }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params }),
    }, signal);
    const { result, error } = (reply ?? {}) as { result?: unknown; error?: unknown };
    if (error) throw fromErrorJson(error);
    if (result === undefined) throw new AcctError("service_down", { detail: "(no result)" });
    return result;
  };

  return {
    call: (method, params, signal) =>
      rpc("/v1/rpc", method, [params], signal) as Promise<ServiceSchema[typeof method]["result"]>,
    rpc: (method, params, signal) => rpc("/v1/rpc", method, params, signal),
    chain: (chainId, method, params, signal) => rpc(`/v1/rpc/${chainId}`, method, params, signal),
    configuration(signal) {
      // Callers share one request, so no caller's signal may abort it.
      configuration ??= (send("/.well-known/acct-configuration", {}) as Promise<ConfigurationJson>)
        .catch((error) => {
          configuration = undefined;
          throw error;
        });
      return signal ? untilEnd(configuration, signal) : configuration;
    },
  };
}
