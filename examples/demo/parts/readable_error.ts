/** Describes errors in one plain sentence. @module */

/** The advice is at the end of SDK errors; wagmi's errors contain them as the cause. */
export function readable(error: unknown): string {
  for (let at: unknown = error, depth = 0; depth < 8; depth++) {
    if (typeof at !== "object" || at === null) break;
    const { message, data, cause } = at as {
      readonly message?: unknown;
      readonly data?: { readonly advice?: unknown };
      readonly cause?: unknown;
    };
    if (typeof data?.advice === "string") return `${message} ${data.advice}`;
    at = cause;
  }
  if (typeof error === "object" && error !== null && "shortMessage" in error) {
    return String(error.shortMessage);
  }
  return error instanceof Error ? error.message : String(error);
}
