/** Stores the currency that the user chose for prices, on this device. @module */
import type { ConfigurationJson } from "../../protocol/service/mod.ts";
import type { Storage } from "../../lib/storage.ts";

const STORAGE_KEY = "acct.currency.1";

/** Stores the choice. */
export function chooseCurrency(storage: Storage, currency: string): void {
  storage.set(STORAGE_KEY, currency);
}

/** Returns the configuration with the user's currency instead of the operator's, if it is offered. */
export function inChosenCurrency(
  configuration: ConfigurationJson,
  storage: Storage,
): ConfigurationJson {
  const fiat = storage.get(STORAGE_KEY);
  return fiat !== null && configuration.currencies?.includes(fiat)
    ? { ...configuration, fiat }
    : configuration;
}
