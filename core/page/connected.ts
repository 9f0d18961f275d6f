/**
 * Reads from the service and subscribes to the account. Loaded with a session, while a user
 * connects, or with the first read.
 *
 * @module
 */
import { createServiceClient, type ServiceClient } from "../client/client.ts";
import { untilFinal } from "../client/confirmed.ts";
import type { Follow } from "../client/follow.ts";
import { lazy } from "../client/lazy.ts";
import { AcctError } from "../protocol/errors.ts";
import { type Subscriber, subscribeToAccount } from "./account_subscription.ts";
import { connectedHandlers } from "./handlers/connected.ts";
import { type ConnectedPage, findEntry, type ServiceContext } from "./handlers/context.ts";
import { readChain } from "./handlers/reads.ts";
import { warnOfMisspelled } from "./misspelled.ts";
import type { ResolvedOptions } from "./resolve_options.ts";

/** Creates it with the page's options. */
export function connectPage(
  page: Subscriber,
  { serverUrl, apiKey, given }: ResolvedOptions,
): ConnectedPage {
  warnOfMisspelled(given);
  const reach = { serverUrl, apiKey };
  const follow = lazy(async () => (await import("../client/follow.ts")).createFollow(reach));
  return connectPageTo(page, createServiceClient(reach), (options) => {
    let end: (() => void) | null = () => {};
    follow.load().then((follow) => end &&= follow(options), (error) => {
      console.warn("Acct: changes are not followed; their code did not load.", error);
    });
    return () => {
      end?.();
      end = null;
    };
  });
}

/** Creates it with a service client; without `follow` no stream is opened. */
export function connectPageTo(
  page: Subscriber,
  service: ServiceClient,
  follow?: Follow,
): ConnectedPage {
  const subscription = subscribeToAccount(page, service, follow);
  return {
    service,
    ...subscription,
    answer: (method, context, params) => answer(method, { ...context, service }, params),
    async transactionHash(id, signal) {
      const { receipts } = await untilFinal(service, id, signal);
      const hash = receipts?.[0]?.transactionHash;
      if (hash === undefined) {
        throw new AcctError("operation_refused", { detail: "It never landed." });
      }
      return hash;
    },
  };
}

function answer(method: string, context: ServiceContext, params: unknown): Promise<unknown> {
  const entry = findEntry(connectedHandlers, method);
  return entry === undefined ? readChain(context, method, params) : entry.run(context, params);
}
