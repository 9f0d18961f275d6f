/** A wallet whose code is loaded with the first question. @module */
import { AcctError } from "../errors.ts";
import type { Wallet } from "./wallet.ts";

/** Makes the wallet; `onDispose` runs once, whether or not it was ever loaded. */
export function lazyWallet(load: () => Promise<Wallet>, onDispose: () => void): Wallet {
  let loading: Promise<Wallet> | undefined;
  let disposed = false;
  return {
    async ask(method, params, options) {
      loading ??= load();
      let wallet: Wallet;
      try {
        wallet = await loading;
      } catch (cause) {
        // A chunk that could not be fetched may be there the next time.
        loading = undefined;
        throw new AcctError("service_down", { detail: "(The wallet's code did not load.)", cause });
      }
      if (disposed) throw new AcctError("disposed");
      return await wallet.ask(method, params, options);
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      void loading?.then((wallet) => wallet.dispose(), () => {});
      onDispose();
    },
  };
}
