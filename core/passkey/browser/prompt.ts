/**
 * Runs one passkey prompt. It settles when its signal is aborted, regardless of the browser or a
 * password manager, and its failures have a cause.
 *
 * @module
 */
import { parseUrl } from "../../lib/url.ts";
import { AcctError } from "../../ground/errors.ts";
import { causeOf, memberOf } from "./answer.ts";
import { obstacleTo, reportObstacle } from "./obstacle.ts";
import { isOwnRpId, notRelated } from "../related.ts";

/** Returns whether the page supports WebAuthn. */
export function hasPasskeys(): boolean {
  try {
    return typeof PublicKeyCredential === "function" &&
      typeof globalThis.navigator?.credentials?.get === "function";
  } catch {
    // An extension may replace them with getters that throw.
    return false;
  }
}

/** A running ceremony. */
export interface Run {
  readonly rpId: string;
  readonly use: "get" | "create";
  readonly signal: AbortSignal | undefined;
}

/** Runs a ceremony and maps its failures to causes. */
export async function run(
  { rpId, use, signal }: Run,
  ceremony: () => Promise<Credential | null>,
  onLate?: (credential: object) => void,
): Promise<object> {
  if (!hasPasskeys()) throw new AcctError("passkey_unsupported");
  if (signal?.aborted) throw new AcctError("aborted");
  let credential: Credential | null;
  try {
    credential = await endedBy(signal, ceremony(), (late) => isObject(late) && onLate?.(late));
  } catch (cause) {
    throw cause instanceof AcctError ? cause : failureOf(cause, rpId, use);
  }
  const type = memberOf(credential, "type") ?? "public-key";
  if (!isObject(credential) || type !== "public-key") throw new AcctError("passkey_cancelled");
  return credential;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Settles a prompt when its signal is aborted, even if the browser or a password manager ignores
 * the signal.
 */
function endedBy<T>(
  signal: AbortSignal | undefined,
  ceremony: Promise<T>,
  onLate: (answer: T) => unknown,
): Promise<T> {
  // A password manager may return another kind of promise, or none.
  const prompt = Promise.resolve(ceremony);
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(new AcctError("aborted"));
      prompt.then(onLate).catch(() => {});
    };
    // The call itself may have aborted the signal.
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const settle = () => signal?.removeEventListener("abort", onAbort);
    prompt.finally(settle).then(resolve, reject);
  });
}

/** Describes why a ceremony failed. */
function failureOf(cause: unknown, rpId: string, use: "get" | "create"): AcctError {
  const named = causeOf(cause);
  switch (named) {
    case "aborted":
      // The wallet's own signal was not aborted.
      return new AcctError("passkey_cancelled", { cause });
    case "passkey_cancelled": {
      // A policy that blocks the prompt fails like a prompt that the user closes.
      const obstacle = obstacleTo(use);
      return obstacle === undefined
        ? new AcctError(named, { cause })
        : reportObstacle(obstacle, cause);
    }
    case "passkey_exists":
      return new AcctError(use === "create" ? named : "passkey_failed", { cause });
    case "passkey_wrong_site": {
      const { origin } = globalThis;
      const isOther = !isOwnRpId(rpId, parseUrl(origin)?.hostname ?? "");
      return new AcctError(named, { cause, ...(isOther && { row: notRelated(rpId, origin) }) });
    }
    default:
      return new AcctError(named, { cause });
  }
}
