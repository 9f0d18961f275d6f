/** Finds the text for a failed attempt, depending on the device and the page. @module */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ErrorView, RequestStatus } from "@sdk/core/dialog";
import { causeText } from "../../text/cause.ts";
import type { CauseText, Text } from "../../text/en.ts";
import { blockedText } from "./page_policy.ts";
import { isWebView } from "./web_view.ts";

/**
 * Returns the text for the failure of the last attempt; `undefined` without a failure. If no passkey
 * answered, `isMissing` is true: the browser may have found none.
 */
export function useFailure(
  phase: RequestStatus,
  text: Text,
  isMissing: boolean,
): CauseText | undefined {
  const failure = phase.name === "review" ? phase.failure : undefined;
  const needsLock = useMissingLock(failure);
  switch (failure?.cause) {
    case undefined:
      return undefined;
    case "passkey_cancelled":
      if (isWebView(navigator.userAgent)) return text.cancelledInApp;
      return needsLock
        ? text.cancelledAgain
        : isMissing
        ? text.missingFailure
        : causeText(text, "passkey_cancelled");
    case "passkey_unsupported":
      return blockedText(text) ?? causeText(text, "passkey_unsupported");
    default:
      return causeText(text, failure!.cause);
  }
}

/**
 * Returns true from the second cancelled passkey prompt on, unless the device can verify its user:
 * browsers report such a prompt like a cancelled one.
 */
function useMissingLock(failure: ErrorView | undefined): boolean {
  const last = useRef<ErrorView>();
  const cancels = useRef(0);
  const [hasLock, setHasLock] = useState(false);
  if (failure !== undefined && failure !== last.current) {
    last.current = failure;
    if (failure.cause === "passkey_cancelled") cancels.current++;
  }
  const wasCancelled = cancels.current > 0;
  useEffect(() => {
    if (wasCancelled) void hasScreenLock().then(setHasLock);
  }, [wasCancelled]);
  return cancels.current > 1 && !hasLock;
}

/**
 * Checks with the browser. Password managers replace the method, which may be missing, throw or
 * hang.
 */
async function hasScreenLock(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable() === true;
  } catch {
    return false;
  }
}
