/** Manages the session of a page and emits its changes, in this tab and in others. @module */
import { type Address, numberToHex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import type { Emitter, EventMap, EventName } from "../../protocol/events.ts";
import type { Session, SessionStore } from "./session.ts";
import { openTabs } from "./tabs.ts";

/** The part of a session that events report. */
export interface Visible {
  /** The connected account; empty without one. */
  readonly accounts: readonly Address[];
  /** The current chain. */
  readonly chainId: number;
}

/** An event with its payload. */
export type Emission = { [E in EventName]: readonly [event: E, payload: EventMap[E]] }[EventName];

/** Lists the events between two states, in order. */
export function emissionsBetween(before: Visible, after: Visible): readonly Emission[] {
  const chainId = numberToHex(after.chainId);
  const emissions: Emission[] = [];
  if (after.chainId !== before.chainId) emissions.push(["chainChanged", chainId]);
  if (before.accounts[0] === after.accounts[0]) return emissions;
  if (before.accounts.length === 0) emissions.push(["connect", { chainId }]);
  emissions.push(["accountsChanged", [...after.accounts]]);
  if (after.accounts.length === 0) emissions.push(["disconnect", new AcctError("unauthorized")]);
  return emissions;
}

/** Session of a page. */
export interface PageSession {
  /** Returns the session, or `null`. First emits changes for which the browser emitted no event. */
  get(): Session | null;
  /** Returns the current chain. */
  chainId(): number;
  /** Starts, changes or, with `null`, closes the session. */
  save(session: Session | null): void;
  /** Extends the session from this time on; emits no events. */
  renew(now: number): void;
  /** Makes another chain the current one. */
  setChain(chainId: number): void;
  /** Stops listening to other tabs. */
  close(): void;
}

/** Opens the session of a page. */
export function openPageSession(options: {
  readonly store: SessionStore;
  /** Name with which tabs find each other. */
  readonly key: string;
  readonly defaultChainId: number;
  readonly emitter: Emitter;
  /** Called when the session may have changed, before events are emitted. */
  onChange(): void;
}): PageSession {
  const { store, emitter } = options;
  let chosenChain = store.get()?.chainId ?? options.defaultChainId;
  const visible = (): Visible => {
    const session = store.get();
    return {
      accounts: session === null ? [] : [session.account.address],
      chainId: session?.chainId ?? chosenChain,
    };
  };
  // Other tabs may change the session at any time, so the last emitted state is stored.
  let lastEmitted = visible();
  const emitChanges = () => {
    const before = lastEmitted;
    lastEmitted = visible();
    options.onChange();
    for (const [event, payload] of emissionsBetween(before, lastEmitted)) {
      emitter.emit(event, payload);
    }
  };
  const tabs = openTabs(options.key, emitChanges);
  const save = (session: Session | null) => {
    store.set(session);
    emitChanges();
    tabs.tell();
  };
  return {
    get() {
      const session = store.get();
      // It expired, or the page itself changed its storage.
      if (session?.account.address !== lastEmitted.accounts[0]) emitChanges();
      return session;
    },
    chainId: () => visible().chainId,
    save,
    renew(now) {
      const session = store.get();
      if (session !== null) store.set({ ...session, at: now });
    },
    setChain(chainId) {
      chosenChain = chainId;
      const session = store.get();
      if (session === null) emitChanges();
      else save({ ...session, chainId });
    },
    close: tabs.close,
  };
}
