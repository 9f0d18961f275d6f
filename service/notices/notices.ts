/**
 * Delivers notices of started recoveries. A notice is stored together with its recovery, so that no
 * crash loses or duplicates it. Several processes share the delivery.
 *
 * @module
 */
import { type Address, getAddress, slice } from "viem";
import type { AccountJson } from "../../core/wire/values.ts";
import type { WaitingRecoveryJson } from "../../core/wire/owners.ts";
import type { NoticesContext } from "./context.ts";
import type { NoticeTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { findAccounts } from "../indexer/permissions/recoveries.ts";
import { type PushConfig, sendPush } from "./push.ts";
import type { Delivery } from "./delivery.ts";
import { deleteSubscription, listSubscriptions } from "./subscriptions.ts";
import { sendWebhook, type WebhookConfig } from "./webhook.ts";

/** Targets of notices. */
export interface AlarmsConfig {
  /** The operator's endpoint. */
  readonly webhook?: WebhookConfig;
  /** Devices of users who requested notices. */
  readonly push?: PushConfig;
}

/** A notice as sent to its receivers. */
export interface Notice {
  /** `recovery_waiting` reminds of a pending recovery. */
  readonly type: "recovery_started" | "recovery_waiting";
  /** Identical for each attempt to deliver it. */
  readonly id: string;
  readonly account: Address;
  readonly chainId: number;
  readonly chainName: string;
  /** Hash of the recovery. */
  readonly recovery: string;
  /** Address that started it. */
  readonly startedBy: Address;
  /** First second in which it can take effect, in Unix seconds. */
  readonly readyAt: number;
}

/** Outcome of a reminder that may no longer be needed. */
type Outcome = Delivery | "needless";

/** Stores notices and delivers them. */
export interface Notices {
  /** Stores the notices of a new recovery, in its transaction. */
  add(store: Store, account: AccountJson, recovery: WaitingRecoveryJson): Promise<void>;
  /** Stops. Resolves when all work has stopped. */
  stop(): Promise<void>;
}

/** Options of {@linkcode createNotices}. */
export interface NoticeOptions extends AlarmsConfig {
  /** Public host name of the service. */
  readonly host: string;
  /** Milliseconds before the first retry; the delay doubles with each retry. */
  readonly pause?: number;
}

/** Pauses between attempts: some eleven hours until the last one. */
const FIRST_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 12;
/** Time in which other processes do not deliver a notice that this one delivers. */
const LEASE_MS = 60_000;
/** Maximum notices delivered concurrently. */
const MAX_AT_ONCE = 20;
/**
 * Maximum recoveries of an account per day that cause notices: anyone with a leaked key can start
 * any number.
 */
const MAX_PER_ACCOUNT_AND_DAY = 10;
const DAY_MS = 86_400_000;
/** Time between the last reminder and the moment a recovery takes effect. */
const LAST_REMINDER_MS = DAY_MS;
const WEBHOOK = "webhook";

/** Creates the delivery. Without a webhook and Web Push it does nothing. */
export function createNotices(context: NoticesContext, options: NoticeOptions): Notices {
  const { pause = FIRST_PAUSE_MS } = options;
  if (options.webhook === undefined && options.push === undefined) {
    return { add: () => Promise.resolve(), stop: () => Promise.resolve() };
  }
  const stopped = new AbortController();
  const { signal } = stopped;
  const delivering = new Set<Promise<void>>();
  let wake = () => {};

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await deliverDue();
      } catch (error) {
        context.log("error", "notices", {}, error);
      }
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        wake = end;
        const timer = setTimeout(end, pause);
        if (signal.aborted) end();
      });
    }
  }

  async function deliverDue(): Promise<void> {
    const { store } = context;
    const now = Date.now();
    const room = MAX_AT_ONCE - delivering.size;
    if (room <= 0) return;
    const due = await store.selectFrom("notices").selectAll().where("due_at", "<=", now)
      .orderBy("due_at").limit(room).execute();
    for (const row of due) {
      const { numUpdatedRows } = await store.updateTable("notices")
        .set({ due_at: now + LEASE_MS }).where("id", "=", row.id).where("due_at", "=", row.due_at)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      // Not awaited: a delivery that hangs does not delay the others.
      const delivery = attempt(row)
        .catch((error) => context.log("error", "notices", {}, error))
        .finally(() => delivering.delete(delivery));
      delivering.add(delivery);
    }
  }

  async function attempt({ id, channel, body, ...row }: NoticeTable): Promise<void> {
    const { store, log } = context;
    const delivery = await deliver(context, { ...options, channel, body }, signal).catch(() =>
      "again" as const
    );
    // A delivery interrupted by the shutdown is retried by the next process.
    if (signal.aborted && delivery !== "done") return;
    const attempts = row.attempts + 1;
    const ended = delivery !== "again" || attempts >= MAX_ATTEMPTS;
    if (delivery === "again" || delivery === "never") {
      log("warn", "notice_failed", { attempts, ended });
    }
    if (ended) await store.deleteFrom("notices").where("id", "=", id).execute();
    else {
      await store.updateTable("notices")
        .set({ attempts, due_at: Date.now() + pause * 2 ** (attempts - 1) })
        .where("id", "=", id).execute();
    }
  }

  const running = run();
  return {
    async add(store, account, recovery) {
      await addNotices(store, account, recovery, options);
      // After the transaction: another connection does not see it before.
      setTimeout(() => wake(), 20);
    },
    async stop() {
      stopped.abort();
      wake();
      await running;
      await Promise.all(delivering);
    },
  };
}

/** Makes one attempt. */
async function deliver(
  { store, outbound }: NoticesContext,
  { webhook, push, channel, body }: AlarmsConfig & Pick<NoticeTable, "channel" | "body">,
  signal: AbortSignal,
): Promise<Outcome> {
  const notice: Notice = JSON.parse(body);
  if (notice.type === "recovery_waiting" && !await stillWaits(store, notice)) return "needless";
  if (channel === WEBHOOK) {
    return webhook === undefined ? "never" : await sendWebhook(webhook, body, signal);
  }
  const [account] = await findAccounts(store, [notice.account]);
  const devices = account === undefined ? [] : await listSubscriptions(store, account);
  const device = devices.find(({ id }) => id === channel);
  if (push === undefined || device === undefined) return "never";
  const delivery = await sendPush(push, device, body, outbound);
  if (delivery === "never") await deleteSubscription(store, notice.account, device.endpoint);
  return delivery;
}

/** Stores a notice for each channel. */
async function addNotices(
  store: Store,
  account: AccountJson,
  recovery: WaitingRecoveryJson,
  { webhook, push }: AlarmsConfig,
): Promise<void> {
  const { count } = await store.selectFrom("recoveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account", "=", account.address.toLowerCase())
    .where("seen_at", ">", Date.now() - DAY_MS).executeTakeFirstOrThrow();
  if (Number(count) > MAX_PER_ACCOUNT_AND_DAY) return;
  const devices = push === undefined ? [] : await listSubscriptions(store, account);
  const channels = [...webhook === undefined ? [] : [WEBHOOK], ...devices.map(({ id }) => id)];
  const notice = noticeOf(account, recovery);
  const now = Date.now();
  const notices = [
    { due: now, notice },
    ...remindersAt(now, recovery.readyAt * 1000).map((due, index) => ({
      due,
      notice: { ...notice, type: "recovery_waiting", id: `${notice.id}-${index + 1}` },
    })),
  ];
  for (const channel of channels) {
    for (const { due, notice } of notices) {
      await store.insertInto("notices").values({
        id: `${notice.id} ${channel}`,
        channel,
        body: JSON.stringify(notice),
        attempts: 0,
        due_at: due,
        created_at: now,
      }).onConflict((on) => on.column("id").doNothing()).execute();
    }
  }
}

/** Returns the times of the reminders: halfway, and a day before the end if that is later. */
function remindersAt(start: number, end: number): number[] {
  const half = Math.round((start + end) / 2);
  const last = end - LAST_REMINDER_MS;
  if (half <= start) return [];
  return last > half ? [half, last] : [half];
}

/** Returns whether a recovery waits, as the service last saw it. */
async function stillWaits(store: Store, { account, chainId, recovery }: Notice): Promise<boolean> {
  const row = await store.selectFrom("recoveries").select("recovery")
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId)
    .where("recovery", "=", recovery).where("ended_at", "is", null).executeTakeFirst();
  return row !== undefined;
}

function noticeOf(
  { address }: AccountJson,
  { chainId, name, recovery, owner, readyAt }: WaitingRecoveryJson,
): Notice {
  const account = getAddress(address);
  return {
    type: "recovery_started",
    // The same recovery can start again.
    id: `${Number(chainId)}-${account.toLowerCase()}-${recovery}-${readyAt}`,
    account,
    chainId: Number(chainId),
    chainName: name,
    recovery,
    startedBy: getAddress(slice(owner, 12)),
    readyAt,
  };
}
