/** Combines abort signals. @module */

/** Aborts with the first of both. Some browsers with passkeys lack `AbortSignal.any`. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  if ("any" in AbortSignal) return AbortSignal.any([one, other]);
  const either = new AbortController();
  for (const signal of [one, other]) {
    const end = () => either.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { signal: either.signal });
  }
  return either.signal;
}
