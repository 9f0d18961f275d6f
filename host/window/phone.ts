/**
 * Continues a connection on the user's phone, and sends later requests of the account there. The code
 * of the link loads when it is needed.
 *
 * @module
 */
import { lazy } from "../../core/client/lazy.ts";
import type { AppView } from "../../core/dialog/types.ts";
import {
  CONNECT,
  type ConnectedAccount,
  type ParamsOf,
  type ResultOf,
  type Wallet,
} from "../../core/dialog/requests.ts";
import type { Address } from "../../core/lib/hex.ts";
import { eitherSignal } from "../../core/lib/signals.ts";
import type { Storage } from "../../core/lib/storage.ts";

/** Choice between this device and the phone. */
export interface PhoneChoice {
  /** Continues the connection that is shown on the phone. */
  readonly onPhone: () => void;
  /** Adds the phone to the wallet of this device. */
  wrap(wallet: Wallet): Wallet;
}

/** Creates the choice for one dApp. */
export function createPhoneChoice(
  { app, apiKey }: { readonly app: AppView; readonly apiKey: string },
  storage: Storage,
): PhoneChoice {
  const key = `acct.phone.1:${app.origin}`;
  const phone = lazy(async () =>
    (await import("./phone_wallet.ts")).openPhoneWallet({ app, apiKey }, storage)
  );
  let press: (() => void) | null = null;
  const isOnPhone = (account: Address) => storage.get(key) === account.toLowerCase();
  const connect = (
    wallet: Wallet,
    params: ParamsOf[typeof CONNECT],
    options: Parameters<Wallet["ask"]>[2],
  ) =>
    new Promise<ConnectedAccount>((resolve, reject) => {
      const here = new AbortController();
      const onPhone = async () => {
        const { ask } = await phone.load(options.signal);
        const connected = await ask(CONNECT, params, options);
        storage.set(key, connected.account.address.toLowerCase());
        return connected;
      };
      press = () => {
        press = null;
        onPhone().then(resolve, reject);
        here.abort();
      };
      wallet.ask(CONNECT, params, {
        ...options,
        signal: eitherSignal(options.signal, here.signal),
      }).then((connected) => {
        storage.set(key, null);
        resolve(connected);
      }, (error) => {
        // The dialog here ends when the phone continues.
        if (!here.signal.aborted) reject(error);
      }).finally(() => press = null);
    });
  return {
    onPhone: () => press?.(),
    wrap: (wallet) => ({
      async ask(method, params, options) {
        if (method === CONNECT) {
          return await connect(wallet, params as ParamsOf[typeof CONNECT], options) as ResultOf[
            typeof method
          ];
        }
        const { account } = params as { readonly account?: Address };
        if (account === undefined || !isOnPhone(account)) {
          return await wallet.ask(method, params, options);
        }
        return await (await phone.load(options.signal)).ask(method, params, options);
      },
      dispose() {
        wallet.dispose();
        phone.loaded?.dispose();
      },
    }),
  };
}
