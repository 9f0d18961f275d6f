/** Calls the service's mailbox of a device link. @module */
import { fromErrorJson } from "../ground/error_json.ts";
import { AcctError } from "../ground/errors.ts";
import { endOf, untilEnd } from "../client/lazy.ts";
import type { ServiceOptions } from "../client/client.ts";
import { toBase64Url } from "../lib/base64url.ts";
import { eitherSignal } from "../lib/signals.ts";
import {
  type CreateLinkParams,
  LINK_MAILBOX_PATH,
  type LinkChangeResult,
  type OpenLinkParams,
  type OpenLinkResult,
  type ReceiveLinkParams,
  type ReceiveLinkResult,
  type SendLinkParams,
} from "../protocol/service/link.ts";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../protocol/service/mod.ts";
import { randomBytes } from "./keys.ts";

/** Time limit of a call; the service waits for a message for less. */
const TIMEOUT_MS = 25_000;

/** The mailbox of one session of a link. Each call rejects with an `AcctError`. */
export interface Mailbox {
  create(
    params: Omit<CreateLinkParams, "session">,
    signal?: AbortSignal,
  ): Promise<LinkChangeResult>;
  open(params: OpenLinkParams, signal?: AbortSignal): Promise<OpenLinkResult>;
  send(
    params: Omit<SendLinkParams, "session">,
    signal?: AbortSignal,
  ): Promise<LinkChangeResult>;
  receive(
    params: Omit<ReceiveLinkParams, "session">,
    signal?: AbortSignal,
  ): Promise<ReceiveLinkResult>;
  /** Deletes the mailbox. */
  end(token: string, signal?: AbortSignal): Promise<void>;
}

/**
 * Opens the mailbox with an id. Nothing is sent before the first call. `create` and `open` begin the
 * session that the other calls name.
 */
export function openMailbox(options: ServiceOptions, id: string): Mailbox {
  const { serverUrl, apiKey, onBehalfOf } = options;
  let session = toBase64Url(randomBytes());
  const post = async (action: string, params: unknown, signal?: AbortSignal): Promise<unknown> => {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const end = signal ? eitherSignal(deadline, signal) : deadline;
    let reply: unknown;
    try {
      const response = await (options.fetch ?? fetch)(
        `${serverUrl}${LINK_MAILBOX_PATH}/${id}${action}`,
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            [API_KEY_HEADER]: apiKey,
            ...(onBehalfOf !== undefined && { [ORIGIN_HEADER]: onBehalfOf }),
          },
          body: JSON.stringify(params),
          credentials: "omit",
          referrerPolicy: "no-referrer",
          redirect: "error",
          signal: end,
        },
      );
      reply = JSON.parse(await untilEnd(response.text(), end));
    } catch (cause) {
      if (signal?.aborted) throw endOf(signal);
      throw new AcctError("service_down", { detail: `(${serverUrl})`, cause });
    }
    const { error, ...result } = (reply ?? {}) as { readonly error?: unknown };
    if (error) throw fromErrorJson(error);
    return result;
  };
  return {
    create: (params, signal) =>
      post("", { ...params, session }, signal) as Promise<LinkChangeResult>,
    async open(params, signal) {
      const result = await post("/open", params, signal) as OpenLinkResult;
      if (result.state === "open") session = result.session;
      return result;
    },
    send: (params, signal) =>
      post("/send", { ...params, session }, signal) as Promise<LinkChangeResult>,
    async receive(params, signal) {
      const { state, messages } = await post(
        "/receive",
        { ...params, session },
        signal,
      ) as ReceiveLinkResult;
      // The service is not trusted. Malformed entries are ignored.
      const texts = Array.isArray(messages)
        ? messages.filter((each): each is string => typeof each === "string")
        : [];
      return { state: state === "open" ? "open" : "ended", messages: texts };
    },
    async end(token, signal) {
      await post("/end", { token, session }, signal);
    },
  };
}
