/** Detects pages whose policy forbids passkeys. @module */
import type { CauseText, Text } from "../text/text.ts";

/** A document with its policy, which Chromium alone reports; TypeScript's types do not have it. */
interface DocumentWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** Returns true in a page that another page embeds. */
export function isFramed(): boolean {
  return globalThis.top !== globalThis.self;
}

/** Describes that the page, or the page around it, forbids passkeys; `undefined` if neither does. */
export function blockedText(text: Text): CauseText | undefined {
  const { featurePolicy } = document as DocumentWithPolicy;
  const blocked = ["get", "create"].some((use) =>
    featurePolicy?.allowsFeature(`publickey-credentials-${use}`) === false
  );
  if (!blocked) return undefined;
  return isFramed() ? text.blockedInFrame : text.blockedByPage;
}
