/**
 * Exports of the single file for plain pages: `@sdk/core` with `Mode.CrossPlatform` alone.
 *
 * @module
 */
import { Acct as Complete, type AcctInstance, type AcctOptions, Mode } from "../../../core/mod.ts";
import { wrong } from "../../../core/ground/check.ts";

export * from "../../../core/mod.ts";

/** Creates providers of CrossPlatform mode; another mode needs code that this file lacks. */
export const Acct: { create(options: AcctOptions): AcctInstance } = {
  /**
   * Creates a provider.
   *
   * @throws {AcctError} `invalid_params` with `preference.mode` for AppSpecific mode
   */
  create(options) {
    if (options?.preference?.mode === Mode.AppSpecific) {
      throw wrong(
        "preference.mode",
        "must be Mode.CrossPlatform in cross-platform.js: acct.js, beside it, has AppSpecific too",
      );
    }
    if (options?.preference?.transport === "link") {
      throw wrong("preference.transport", "must not be link in cross-platform.js: use acct.js");
    }
    return Complete.create(options);
  },
};
