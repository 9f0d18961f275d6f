/**
 * Defines the two modes. The entry loads nothing else.
 *
 * @example
 * ```ts
 * import { Mode } from "@sdk/core/mode";
 *
 * export const preference = { mode: Mode.CrossPlatform, showTestnets: true };
 * ```
 *
 * @module
 */
/** Origin of passkey operations. */
export const Mode: {
  readonly CrossPlatform: "CrossPlatform";
  readonly AppSpecific: "AppSpecific";
} = {
  CrossPlatform: "CrossPlatform",
  AppSpecific: "AppSpecific",
};

/** One of the two modes. */
export type Mode = "CrossPlatform" | "AppSpecific";
