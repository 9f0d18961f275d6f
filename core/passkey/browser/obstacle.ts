/** Determines why a page cannot use passkeys, for its developer. @module */
import { AcctError } from "../../ground/errors.ts";

/**
 * A document with its policy, which only Chromium exposes; TypeScript's types do not include it.
 */
interface DocumentWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * Returns the change that a developer has to make so that the page can use or create passkeys;
 * `undefined` if there is no obstacle, or the browser does not report it.
 */
export function obstacleTo(use: "get" | "create"): string | undefined {
  if (globalThis.isSecureContext !== true) return "The page must be served over https.";
  const { featurePolicy } = (globalThis.document ?? {}) as DocumentWithPolicy;
  const feature = `publickey-credentials-${use}`;
  return featurePolicy?.allowsFeature(feature) === false
    ? `The page's Permissions-Policy, or its frame's allow attribute, must allow ${feature}.`
    : undefined;
}

/**
 * Logs an obstacle for the page's developer while the dialog is open, and returns the error for the
 * request.
 */
export function reportObstacle(obstacle: string, cause?: unknown): AcctError {
  console.error(`Acct: this page cannot use passkeys. ${obstacle}`);
  return new AcctError("passkey_unsupported", {
    detail: obstacle,
    cause,
    row: { code: 4200, message: "This page is not allowed to use passkeys.", advice: obstacle },
  });
}
