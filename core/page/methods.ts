/**
 * What a page needs once somebody is connected: it checks requests, reads from the service and follows
 * the account. A page loads it with its session, or while somebody connects.
 *
 * @module
 */
import { AcctError } from "../protocol/errors.ts";
import { createFollowing, type FollowedPage } from "./following.ts";
import { handlerOf } from "./handlers.ts";
import { warnOfMisspelled } from "./misspelled.ts";
import type { ResolvedOptions } from "./resolve_options.ts";
import type { SessionContext } from "./rpc/context.ts";
import { createServiceClient, type ServiceClient } from "../client/client.ts";
import type { Follow } from "../client/follow.ts";
import { lazyFollow } from "../client/lazy_follow.ts";
import { tellOf } from "./tell_of.ts";

/** The methods that need more than the session. */
export interface Methods {
  /** The service. */
  readonly service: ServiceClient;
  /** Looks again at whom to follow: listeners or the account may have changed. */
  attend(): void;
  /**
   * Answers a method that the session cannot answer.
   *
   * @throws {AcctError} `method_unsupported`, at once
   */
  answer(method: string, context: SessionContext, params: unknown): Promise<unknown>;
}

/** Makes those of a page. */
export function createMethods(
  page: FollowedPage,
  { serverUrl, apiKey, given }: ResolvedOptions,
): Methods {
  warnOfMisspelled(given);
  const reach = { serverUrl, apiKey };
  const follow = lazyFollow(async () => (await import("../client/follow.ts")).createFollow(reach));
  return methodsOf(page, createServiceClient(reach), follow);
}

/** Makes them of their parts. */
export function methodsOf(page: FollowedPage, service: ServiceClient, follow?: Follow): Methods {
  const { attend, remember } = createFollowing(page, service, follow);
  return {
    service,
    attend,
    answer(method, context, params) {
      const handler = handlerOf(method);
      if (handler === null) throw new AcctError("method_unsupported", { detail: `(${method})` });
      return handler({
        ...context,
        service,
        async ask(method, params, flow) {
          const result = await context.ask(method, params, flow);
          tellOf({ raise: context.raise, remember }, method, params, result);
          return result;
        },
      }, params);
    },
  };
}
