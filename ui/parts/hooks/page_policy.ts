/** Detects pages whose policy blocks passkeys. @module */
import type { CauseText, Text } from "../../text/en.ts";

/**
 * A document with its policy, which only Chromium exposes; TypeScript's types do not include it.
 */
interface DocumentWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** Returns true in a page that another page embeds. */
export function isFramed(): boolean {
  return globalThis.top !== globalThis.self;
}

/** Describes that the page, or the page around it, blocks passkeys; `undefined` if neither does. */
export function blockedText(text: Text): CauseText | undefined {
  const { featurePolicy } = document as DocumentWithPolicy;
  const blocked = ["get", "create"].some((use) =>
    featurePolicy?.allowsFeature(`publickey-credentials-${use}`) === false
  );
  if (!blocked) return undefined;
  return isFramed() ? text.blockedInFrame : text.blockedByPage;
}
