/** Runs the wallet in the current page: passkey, dialogs and service. @module */
import type { Hex } from "../lib/hex.ts";
import { AcctError } from "../ground/errors.ts";
import type { Ceremony } from "../passkey/browser/ceremony.ts";
import type { ServiceClient } from "../client/client.ts";
import type { WaitingRecoveries } from "../client/recoveries.ts";
import { withAlarms } from "./alarm.ts";
import { accountBook } from "./device/accounts.ts";
import { contactBook } from "./device/contacts.ts";
import { feeChoices } from "./device/fee_choices.ts";
import { recipientBook } from "./device/recipients.ts";
import { removedBook } from "./device/removed.ts";
import { tokenBook } from "./device/watched_tokens.ts";
import type { Storage } from "../lib/storage.ts";
import { eitherSignal } from "../lib/signals.ts";
import type { AppView, DialogMethod, UIHandler } from "../dialog/types.ts";
import { connect } from "./connection/connect.ts";
import type { ExternalOwner, WalletContext } from "./context/context.ts";
import type { Request } from "./handlers/handlers.ts";
import { later } from "./handlers/later.ts";
import type { Wallet } from "../dialog/requests.ts";

/** Options of {@linkcode createLocalWallet}. */
export interface LocalWalletOptions {
  /** The dialog handler, already initialized. */
  readonly ui: UIHandler;
  readonly service: ServiceClient;
  /** Lists the waiting recoveries; without it, dialogs have no alarm. */
  readonly recoveries?: WaitingRecoveries;
  readonly ceremony: Ceremony;
  /** The signer that the app named as the owner, instead of a passkey. */
  readonly owner?: ExternalOwner;
  /** Stores the accounts of this device. */
  readonly storage: Storage;
  /**
   * Returns the site that requested a permission, or the agent that has it, from this device's
   * records.
   */
  readonly holderOf?: (permission: Hex) => Promise<string | undefined>;
  /** The requesting dApp. */
  readonly app: AppView;
  /** Relying party ID of the passkeys. */
  readonly rpId: string;
  /** RP ID of the wallet host that this page continues: its passkeys also work here. */
  readonly continues?: string;
  /** Origin of the page that runs the ceremonies. */
  readonly origin: string;
  /** The only origin that may frame this page; `null` for none, absent if any may. */
  readonly topOrigin?: string | null;
  /** URL of the wallet home; absent if the wallet has none. */
  readonly homeUrl?: string;
  /** The device's clock in Unix milliseconds, which may be far off; a fake in tests. */
  readonly now?: () => number;
  /** Monotonic milliseconds, to measure durations; a fake in tests. */
  readonly monotonic?: () => number;
}

/** Requests by method. */
type Requests = { readonly [M in DialogMethod]: Request<M> };

/** Request whose code is loaded with the wallet. */
const first = {
  wallet_connect: connect,
} satisfies Partial<Requests>;

/** Returns the request of a method, without loading for a connection. */
async function requestOf<M extends DialogMethod>(
  method: M,
  signal: AbortSignal,
): Promise<Request<M>> {
  if (Object.hasOwn(first, method)) return (first as Partial<Requests>)[method]!;
  const all: Requests = { ...first, ...(await later.load(signal)).requests };
  return all[method];
}

/** Creates the wallet. It handles requests sequentially. */
export function createLocalWallet(options: LocalWalletOptions): Wallet {
  const { storage, recoveries, now = Date.now, monotonic = () => performance.now(), ...rest } =
    options;
  const stored = accountBook(storage);
  const accounts = rest.owner?.addTo(stored) ?? stored;
  const own = () => accounts.list().map(({ account }) => account.address);
  const recipients = recipientBook(storage, own);
  const base: WalletContext = {
    ...rest,
    ...(recoveries && { recoveries }),
    now,
    monotonic,
    accounts,
    recipients,
    storage,
    contacts: contactBook(storage),
    removed: removedBook(storage),
    tokens: tokenBook(storage),
    fees: feeChoices(storage),
  };
  const context = recoveries === undefined ? base : { ...base, ui: withAlarms(base, recoveries) };
  const life = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(method, params, { signal, flow, onSent }) {
      const both = eitherSignal(signal, life.signal);
      const loaded = requestOf(method, both);
      const answer = turnAfter(last, both).then(async () => {
        const request = await loaded;
        return await request(context, params, { signal: both, onSent, ...(flow && { flow }) });
      });
      // The answer rejects with the same error.
      loaded.catch(() => {});
      // A withdrawn request settles before the requests that it waited for.
      last = Promise.allSettled([last, answer]);
      return answer;
    },
    dispose: () => life.abort(),
  };
}

/**
 * Waits for earlier requests, unless the signal aborts the wait.
 *
 * @throws {AcctError} `aborted`
 */
function turnAfter(earlier: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const withdraw = () => reject(new AcctError("aborted"));
    signal.addEventListener("abort", withdraw, { once: true });
    if (signal.aborted) withdraw();
    void earlier.then(() => {
      signal.removeEventListener("abort", withdraw);
      resolve();
    });
  });
}
