/** Texts for users about errors, in the languages of the dialogs. @module */
import { causeText } from "./text/cause.ts";
import { loadLocale } from "./text/locale.ts";

/** Text of a page for its user about an error. */
export interface UserMessage {
  /** A few words, such as "Not enough funds". */
  readonly title: string;
  /** The event and the next step, in one or two sentences. */
  readonly body: string;
  /** True if the user cancelled. This is not an error, so show it quietly or not at all. */
  readonly cancelled: boolean;
}

/** Causes that are decisions of the user (EIP-1193, code 4001). */
const cancellations: ReadonlySet<string> = new Set([
  "user_rejected",
  "window_closed",
  "passkey_cancelled",
]);

/** Code of a rejection by the user (EIP-1193). */
const USER_REJECTED = 4001;

/** Maximum number of nested errors to search for a cause. */
const MAX_DEPTH = 8;

/**
 * Describes an error to the user; `message` and `advice` of an error are for developers. It finds
 * the cause even if viem, wagmi or ethers have wrapped the error, and never shows raw text of a
 * service or a contract. The texts are loaded with the first call.
 *
 * @param error anything that was thrown
 * @param locale BCP 47 tag; by default the language of the document, or otherwise of the browser
 *
 * @example
 * ```ts
 * import { userMessage } from "@sdk/ui";
 *
 * export async function describe(error: unknown): Promise<string> {
 *   const { title, body, cancelled } = await userMessage(error);
 *   return cancelled ? "" : `${title}. ${body}`;
 * }
 * ```
 */
export async function userMessage(error: unknown, locale?: string): Promise<UserMessage> {
  const documentLanguage = typeof document === "undefined" ? "" : document.documentElement.lang;
  const languages = typeof navigator === "undefined" ? [] : navigator.languages ?? [];
  const { text } = await loadLocale([locale, documentLanguage, ...languages]);
  const cause = causeOf(error);
  const cancelled = cancellations.has(cause);
  const words = causeText(text, cancelled ? "user_rejected" : cause);
  return { ...words, cancelled };
}

/** Finds the cause of an error, or of an error that it wraps; empty if there is none. */
function causeOf(error: unknown): string {
  let rejected = false;
  let at = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof at === "object" && at !== null; depth++) {
    const { data, code, cause, error: wrapped, info } = at as Wrapped;
    if (typeof data?.cause === "string") return data.cause;
    rejected ||= code === USER_REJECTED || code === "ACTION_REJECTED";
    at = cause ?? wrapped ?? info?.error;
  }
  return rejected ? "user_rejected" : "";
}

/** Members in which libraries store the error that they wrap. */
interface Wrapped {
  readonly data?: { readonly cause?: unknown } | null;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly error?: unknown;
  readonly info?: { readonly error?: unknown } | null;
}
