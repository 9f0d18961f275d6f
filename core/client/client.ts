/**
 * The client of the service: JSON-RPC over fetch, a deadline for each call, and errors that say
 * whether the service or the chain is out of reach.
 *
 * @module
 */
import { fromErrorJson } from "../protocol/error_json.ts";
import { AcctError } from "../protocol/errors.ts";
import { eitherSignal } from "../lib/signals.ts";
import {
  API_KEY_HEADER,
  type ConfigurationJson,
  ORIGIN_HEADER,
  type ServiceSchema,
} from "../protocol/service/mod.ts";

/** How to reach a service. */
export interface ServiceOptions {
  /** Base URL, without a slash at the end. */
  readonly serverUrl: string;
  /** API key. */
  readonly apiKey: string;
  /** The page the wallet host acts for; only the host sets it. */
  readonly onBehalfOf?: string;
  /** Deadline of one call in milliseconds. Default 15000. */
  readonly timeout?: number;
  /** A double of `fetch` for tests. */
  readonly fetch?: typeof fetch;
}

/** Calls of the service. Each rejects with an `AcctError`. */
export interface ServiceClient {
  /** One of the service's own methods. */
  call<M extends keyof ServiceSchema>(
    method: M,
    params: ServiceSchema[M]["params"],
    signal?: AbortSignal,
  ): Promise<ServiceSchema[M]["result"]>;
  /** Any method of `POST /v1/rpc`, with its parameters as they are. */
  rpc(method: string, params: unknown, signal?: AbortSignal): Promise<unknown>;
  /** An `eth_*` read on a chain. */
  chain(chainId: number, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>;
  /** What the service serves; fetched once and kept, unless it failed. */
  configuration(signal?: AbortSignal): Promise<ConfigurationJson>;
}

/** Makes a client; nothing is sent before the first call. */
export function createServiceClient(options: ServiceOptions): ServiceClient {
  const { serverUrl, apiKey, onBehalfOf, timeout = 15_000 } = options;
  let nextId = 1;
  let configuration: Promise<ConfigurationJson> | undefined;

  const send = async (path: string, init: RequestInit, signal?: AbortSignal): Promise<unknown> => {
    const deadline = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await (options.fetch ?? fetch)(`${serverUrl}${path}`, {
        ...init,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal: signal === undefined ? deadline : eitherSignal(signal, deadline),
      });
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw new AcctError("aborted", { cause });
      throw new AcctError("service_down", { detail: `(${serverUrl})`, cause });
    }
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new AcctError("service_down", {
        detail: `(${serverUrl} answered with status ${response.status} and no JSON.)`,
        cause,
      });
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
    if (error !== undefined && error !== null) throw fromErrorJson(error);
    if (result === undefined) throw new AcctError("service_down", { detail: "(no result)" });
    return result;
  };

  return {
    call: (method, params, signal) =>
      rpc("/v1/rpc", method, [params], signal) as Promise<ServiceSchema[typeof method]["result"]>,
    rpc: (method, params, signal) => rpc("/v1/rpc", method, params, signal),
    chain: (chainId, method, params, signal) => rpc(`/v1/rpc/${chainId}`, method, params, signal),
    configuration(signal) {
      // Several wait for the same answer: nobody's signal ends it for the others.
      configuration ??= (send("/.well-known/acct-configuration", {}) as Promise<ConfigurationJson>)
        .catch((error) => {
          configuration = undefined;
          throw error;
        });
      return signal === undefined ? configuration : Promise.race([endOf(signal), configuration]);
    },
  };
}

/** Rejects when the signal ends; never resolves. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new AcctError("aborted"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
