/**
 * Exports what one file for plain pages has: `@sdk/core` with `Mode.CrossPlatform` alone.
 *
 * @module
 */
import { Acct as Complete, type AcctInstance, type AcctOptions, Mode } from "../../../core/mod.ts";
import { wrong } from "../../../core/protocol/schema/check_first.ts";

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
    return Complete.create(options);
  },
};
