/** A user without dialogs: approves or rejects requests in the tests of an app. @module */
import type { DialogMethod, DialogRequest, UIHandler } from "../dialog/types.ts";
import { AcctError } from "../ground/errors.ts";

/** Answer to a request. */
export type TestAnswer = "approve" | "reject";

/** A request that was answered. */
export interface AnsweredRequest {
  /** Method of the request, such as `wallet_sendCalls`. */
  readonly method: DialogMethod;
  /** The answer. */
  readonly answer: TestAnswer;
  /** The data that a dialog would have shown at that time. */
  readonly preview: unknown;
}

/** Options of {@linkcode testUser}. */
export interface TestUserOptions {
  /** Answer to requests; a function decides for each. Default: `approve`. */
  readonly answer?: TestAnswer | ((request: DialogRequest) => TestAnswer);
  /** Connects with an existing passkey if the device has no stored account. Default: `false`. */
  readonly existing?: boolean;
}

/** A user without dialogs. */
export interface TestUser extends UIHandler {
  /** Answer to the following requests. */
  answer: TestAnswer | ((request: DialogRequest) => TestAnswer);
  /** The requests so far. */
  readonly requests: readonly AnsweredRequest[];
}

/**
 * Creates a user who answers every request without a dialog: the `uiHandler` of an app under test,
 * in `Mode.AppSpecific`. Requests are prepared, signed and sent as usual; in a browser, {@linkcode
 * givePasskeys} handles the passkey prompts.
 *
 * A request that cannot be approved, such as a call that reverts, is rejected; the `cause` of its
 * error is the reason.
 *
 * @example
 * ```ts
 * import { Acct, type AcctInstance, Mode } from "@sdk/core";
 * import { type TestUser, testUser } from "@sdk/core/testing";
 *
 * export function createTestWallet(apiKey: string): { wallet: AcctInstance; user: TestUser } {
 *   const user = testUser();
 *   const preference = { mode: Mode.AppSpecific, uiHandler: user, showTestnets: true };
 *   return { wallet: Acct.create({ apiKey, preference }), user };
 * }
 * // Then: user.answer = "reject"; and the next request ends with code 4001.
 * ```
 */
export function testUser(options: TestUserOptions = {}): TestUser {
  const requests: AnsweredRequest[] = [];
  const user: TestUser = {
    answer: options.answer ?? "approve",
    requests,
    init() {},
    cleanup() {},
    canHandle: () => true,
    async request(_method, params) {
      // The wallet passes requests of this type, as the interface defines.
      const request = params as DialogRequest;
      await whenReady(request);
      if (request.signal.aborted) return;
      const answer = typeof user.answer === "function" ? user.answer(request) : user.answer;
      const preview = request.preview.get();
      requests.push({ method: request.method, answer, preview });
      if (answer === "reject") return request.reject();
      if (preview.status === "error") throw new AcctError(preview.error?.cause ?? "internal");
      return await approve(request, options.existing ?? false);
    },
  };
  return user;
}

/** Approves a request with the choice of a user who changes nothing. */
async function approve(request: DialogRequest, existing: boolean): Promise<unknown> {
  if (isFor(request, "acct_addPasskey")) {
    return await request.approve({ kind: "create", name: "Second" });
  }
  if (!isFor(request, "wallet_connect")) return await request.approve({});
  const [known] = request.preview.get().known;
  if (known !== undefined) {
    return await request.approve({ kind: "continue", credentialId: known.credentialId });
  }
  return await request.approve(existing ? { kind: "existing" } : { kind: "create", name: "Test" });
}

/** Narrows a request to its method. */
function isFor<M extends DialogMethod>(
  request: DialogRequest,
  method: M,
): request is DialogRequest<M> & DialogRequest {
  return request.method === method;
}

/** Resolves once the preview is complete, failed, or no longer needed. */
function whenReady({ preview, signal }: DialogRequest): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { status } = preview.get();
      if (!signal.aborted && (status === "loading" || status === "refreshing")) return;
      stop();
      signal.removeEventListener("abort", look);
      resolve();
    };
    const stop = preview.subscribe(look);
    signal.addEventListener("abort", look);
    queueMicrotask(look);
  });
}
