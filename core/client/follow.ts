/**
 * Emits the changes of an account from the service's event stream. Each time the stream opens, missed
 * changes are read first, so that no final status is lost.
 *
 * @module
 */
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../ground/errors.ts";
import type { EventMap } from "../protocol/events.ts";
import { MAX_HISTORY_ITEMS } from "../ground/limits.ts";
import { type EventsOptions, followAccount } from "./events/account_events.ts";
import type { ChangeJson } from "./events/changes.ts";
import type { ServiceClient } from "./client.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";
import type { CallsHistoryItemJson } from "../wire/history.ts";

/** Events that the service emits. */
export type ServiceEvent =
  | "callsStatusChanged"
  | "assetsChanged"
  | "permissionsChanged"
  | "recoveryChanged";

/** Options of a subscription. */
export interface FollowOptions {
  /** Client of the service. */
  readonly service: ServiceClient;
  /** Address of the account. */
  readonly address: Address;
  /** Ids of bundles that are not final yet; final ones are removed. */
  readonly sent: Set<string>;
  /** Emits an event. */
  emit<E extends ServiceEvent>(event: E, payload: EventMap[E]): void;
}

/** Subscribes to an account until the returned function is called. */
export type Follow = (options: FollowOptions) => () => void;

/** A stream that opens within this time after a listener subscribed missed nothing. */
const SOON_MS = 1_000;
/** Number of bundles whose last emitted status is stored. */
const MAX_REMEMBERED = 500;

/** Creates the function that subscribes; it opens no stream yet. */
export function createFollow(options: EventsOptions): Follow {
  return ({ service, address, sent, emit }) => {
    const emitted = new Map<string, number>();
    const pending = new Set<string>();
    let cursor: number | null = null;

    const emitStatus = (id: string, chainId: Hex, status: number) => {
      if (status === 100) pending.add(id);
      else for (const set of [pending, sent]) set.delete(id);
      if (emitted.get(id) === status) return;
      emitted.delete(id);
      emitted.set(id, status);
      if (emitted.size > MAX_REMEMBERED) emitted.delete(emitted.keys().next().value!);
      emit("callsStatusChanged", { id, chainId, status });
    };

    const history = async (index: number | null, signal: AbortSignal) =>
      await service.call("wallet_getCallsHistory", {
        address,
        limit: MAX_HISTORY_ITEMS,
        ...(index === null ? { sort: "desc" } : { sort: "asc", index }),
      }, signal);

    /** Reads bundles that changed while the stream was closed. */
    const readMissed = async (signal: AbortSignal) => {
      if (cursor === null) {
        const newest = await history(null, signal);
        cursor = newest[0]?.index ?? 0;
        for (const item of newest) if (item.status === 100) pending.add(nameOf(item));
        return;
      }
      for (let full = true; full;) {
        const items = await history(cursor, signal);
        full = items.length === MAX_HISTORY_ITEMS;
        for (const item of items) {
          cursor = Math.max(cursor, item.index);
          if (item.status === 100) pending.add(nameOf(item));
          else emitStatus(nameOf(item), numberToHex(item.chainId), item.status);
        }
      }
    };

    const readPending = async (signal: AbortSignal) => {
      await Promise.all([...new Set([...pending, ...sent])].map(async (id) => {
        try {
          const { chainId, status } = await service.rpc(
            "wallet_getCallsStatus",
            [id, address],
            signal,
          ) as CallsStatusJson;
          if (status !== 100) emitStatus(id, chainId, status);
        } catch (error) {
          const cause = error instanceof AcctError ? error.data.cause : null;
          if (cause === "unknown_bundle") { for (const set of [pending, sent]) set.delete(id); }
          // The stream reports the status once the chain is back.
          else if (cause !== "chain_down") throw error;
        }
      }));
    };

    // Listeners read the current state when they subscribe.
    let listening = Date.now();
    return followAccount(options, {
      address,
      async onOpen(signal) {
        await readMissed(signal);
        await readPending(signal);
        if (Date.now() - listening > SOON_MS) {
          // Balances and permissions have no history, so listeners must read them again.
          const { chains } = await service.configuration(signal);
          const chainIds = chains.map(({ id }) => numberToHex(id));
          emit("assetsChanged", { address, chainIds });
          for (const chainId of chainIds) emit("permissionsChanged", { address, chainId });
        }
        listening = 0;
      },
      onChange: (change) => emitChange(change, emitStatus, emit),
    });
  };
}

function emitChange(
  change: ChangeJson,
  emitStatus: (id: string, chainId: Hex, status: number) => void,
  emit: FollowOptions["emit"],
): void {
  if (change.type === "callsStatusChanged") {
    emitStatus(change.callerId ?? change.id, change.chainId, change.status);
  } else if (change.type === "assetsChanged") {
    const { address, chainIds } = change;
    emit("assetsChanged", { address, chainIds });
  } else if (change.type === "permissionsChanged") {
    const { address, chainId, id } = change;
    emit("permissionsChanged", { address, chainId, ...(id !== undefined && { id }) });
  } else if (change.type === "recoveryChanged") {
    const { address, chainId } = change;
    emit("recoveryChanged", { address, chainId });
  }
}

/** Returns the id that the dApp uses: its own, or otherwise the operation's hash. */
function nameOf(item: CallsHistoryItemJson): string {
  return item.callerId ?? item.id;
}
