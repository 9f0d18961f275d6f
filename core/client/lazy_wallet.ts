/** A wallet whose code is loaded with the first question. @module */
import { AcctError } from "../protocol/errors.ts";
import { lazy } from "./lazy.ts";
import type { Wallet } from "../protocol/requests.ts";

/** Makes the wallet; `onDispose` runs once, whether or not it was ever loaded. */
export function lazyWallet(load: () => Promise<Wallet>, onDispose: () => void): Wallet {
  let disposed = false;
  const wallet = lazy(async () => {
    const loaded = await load();
    if (disposed) loaded.dispose();
    return loaded;
  });
  return {
    async ask(method, params, options) {
      const { ask } = await wallet.load();
      if (disposed) throw new AcctError("disposed");
      return await ask(method, params, options);
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      wallet.loaded?.dispose();
      onDispose();
    },
  };
}
