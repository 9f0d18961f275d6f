/** Hears that an account changed, while something about it is on the screen. @module */
import type { Address } from "viem";
import { type EventsOptions, openEvents } from "./open_events.ts";
import { keepOpen } from "./stream.ts";

/**
 * Calls `changed` when what an account has or may do changed on a chain, and after each break of the
 * stream, until the returned function is called.
 */
export type Watch = (
  of: { readonly address: Address; readonly chainId: number },
  changed: () => void,
) => () => void;

/** Makes what watches accounts; nothing is opened yet. */
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
