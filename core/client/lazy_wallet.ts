/** Loads the code of a wallet with its first request. @module */
import { AcctError } from "../ground/errors.ts";
import { lazy } from "./lazy.ts";
import type { Wallet } from "../dialog/requests.ts";

/** Creates the wallet; `onDispose` runs once, even if the code was never loaded. */
export function lazyWallet(load: () => Promise<Wallet>, onDispose?: () => void): Wallet {
  let disposed = false;
  const wallet = lazy(async () => {
    const loaded = await load();
    if (disposed) loaded.dispose();
    return loaded;
  });
  return {
    async ask(method, params, options) {
      const { ask } = await wallet.load(options.signal);
      if (disposed) throw new AcctError("disposed");
      return ask(method, params, options);
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      wallet.loaded?.dispose();
      onDispose?.();
    },
  };
}
