/** Watches an account for changes while a dialog shows it. @module */
import type { Address } from "viem";
import { type EventsOptions, openEvents } from "./open_events.ts";
import { keepOpen } from "./stream.ts";

/**
 * Calls `changed` when balances, bundles or permissions of an account change on a chain, and after
 * each reconnect, until the returned function is called.
 */
export type Watch = (
  of: { readonly address: Address; readonly chainId: number },
  changed: () => void,
) => () => void;

/** Creates the function that watches; nothing is opened yet. */
export function createWatch(options: EventsOptions): Watch {
  const { random } = options;
  return ({ address, chainId }, changed) => {
    let opened = false;
    return keepOpen({
      ...(random && { random }),
      open: (signal) => openEvents(options, address, signal),
      onOpen() {
        if (opened) changed();
        opened = true;
        return Promise.resolve();
      },
      onChange(change) {
        if (change.address.toLowerCase() !== address.toLowerCase()) return;
        const chains = change.type === "assetsChanged" ? change.chainIds : [change.chainId];
        if (chains.some((id) => Number(id) === chainId)) changed();
      },
    });
  };
}
