/**
 * Adds an alarm to every dialog of an account while one of its recoveries is waiting on any chain.
 * It is loaded in the background: dialogs do not wait for it, and there is no alarm if the service
 * is unreachable.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";
import type { WaitingRecoveries } from "../client/recoveries.ts";
import type { UIHandler } from "../dialog/handler.ts";
import type { AlarmView, DialogRequest } from "../dialog/request.ts";
import { type Writable, writable } from "../lib/readable.ts";
import type { WalletContext } from "./context/context.ts";
import { accountView } from "./context/context.ts";
import type { AccountRecord } from "./device/accounts.ts";
import { singleStep } from "./prompt/prompt_user.ts";
import { openRequest } from "./prompt/open_request.ts";
import { later } from "./handlers/later.ts";

/**
 * Maximum number of accounts that are checked while the user connects. The last used accounts come
 * first.
 */
const MAX_ACCOUNTS = 3;

/** Wraps a handler so that the requests that it shows have an alarm. */
export function withAlarms(context: WalletContext, waiting: WaitingRecoveries): UIHandler {
  const { ui } = context;
  return {
    init: (config) => ui.init(config),
    canHandle: (method) => ui.canHandle(method),
    cleanup: () => ui.cleanup(),
    request(method, params) {
      const request = params as DialogRequest;
      if (isStop(request)) return ui.request(method, request);
      const alarm = writable<AlarmView | null>(null);
      load({ context, waiting }, request, alarm).catch(() => {});
      return ui.request(method, { ...request, alarm });
    },
  };
}

/** Sources of alarms. */
interface Sources {
  readonly context: WalletContext;
  readonly waiting: WaitingRecoveries;
}

/** Returns whether a request stops a recovery, so that it needs no alarm. */
function isStop({ preview }: DialogRequest): boolean {
  return (preview.get() as { readonly kind?: unknown }).kind === "stop";
}

/** Loads the recovery that takes effect first, and reloads after the user has stopped one. */
async function load(
  sources: Sources,
  request: DialogRequest,
  alarm: Writable<AlarmView | null>,
  stopped?: Hex,
): Promise<void> {
  const { context, waiting } = sources;
  const { signal } = request;
  const waits = await Promise.all(
    recordsOf(context, request).map(async (record) => {
      const { recoveries: all } = await waiting(record.account.address, signal);
      // If the service submits the stop, the recovery is treated as stopped, even if the service
      // has not yet observed it.
      const left = all.filter(({ owner, carried }) => owner !== stopped || !carried);
      return { record, left };
    }),
  );
  if (signal.aborted) return;
  if (waits.every(({ left }) => left.length === 0)) return alarm.set(null);
  const { recoveryView, runningRecoveries, stopPrompt } = await later.load(signal);
  const found = waits.flatMap(({ record, left }) => {
    const [first] = runningRecoveries(left);
    return first === undefined ? [] : [{ record, first }];
  });
  const [urgent] = found.sort((a, b) => a.first.readyAt - b.first.readyAt);
  if (urgent === undefined) return alarm.set(null);
  const { record, first } = urgent;
  alarm.set({
    account: accountView(record),
    recovery: recoveryView(first),
    stop() {
      const at = { owner: first.owner, chain: request.chain, flow: singleStep() };
      // Aborted together with the request that opened it.
      const life = new AbortController();
      signal.addEventListener("abort", () => life.abort(), { signal: life.signal });
      const stop = openRequest(stopPrompt(context, record, at, life.signal), life.signal);
      const end = () => life.abort();
      stop.outcome.then(() => load(sources, request, alarm, first.owner), () => {}).then(end, end);
      return stop.request;
    },
  });
}

/**
 * Returns the record of the request's account; while connecting, the records of all possible
 * accounts.
 */
function recordsOf({ accounts }: WalletContext, request: DialogRequest): AccountRecord[] {
  if (request.account !== null) {
    const record = accounts.at(request.account.address);
    return record === undefined ? [] : [record];
  }
  const seen = new Map<Address, AccountRecord>();
  for (const record of accounts.list()) {
    if (!seen.has(record.account.address)) seen.set(record.account.address, record);
  }
  return [...seen.values()].slice(0, MAX_ACCOUNTS);
}
