/** The wallet in this very page: passkey, dialogs and service. @module */
import { AcctError } from "../protocol/errors.ts";
import type { Ceremony } from "../passkey/ceremony.ts";
import type { ServiceClient } from "../client/client.ts";
import type { Watch } from "../client/watch.ts";
import { accountBook } from "./device/accounts.ts";
import { feeChoices } from "./device/fee_choices.ts";
import { recipientBook } from "./device/recipients.ts";
import type { Storage } from "../lib/storage.ts";
import { eitherSignal } from "../lib/signals.ts";
import type { AppView, DialogMethod, UIHandler } from "../dialog/request.ts";
import { claimName } from "./requests/claim_name.ts";
import { connect } from "./requests/connect.ts";
import type { WalletContext } from "./context.ts";
import { addPasskey, changeOwners } from "./requests/owners.ts";
import { grantPermissions } from "./requests/grant_permissions.ts";
import { revokePermissions } from "./requests/revoke_permissions.ts";
import { sendCalls } from "./requests/send_calls.ts";
import { showAccount } from "./requests/show_account.ts";
import { showStatus } from "./requests/show_status.ts";
import { signMessage, signTypedData } from "./requests/sign.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../protocol/requests.ts";

/** What a `LocalWallet` stands on. */
export interface LocalWalletOptions {
  /** Shows the dialogs; its `init` was called. */
  readonly ui: UIHandler;
  /** The service. */
  readonly service: ServiceClient;
  /** Hears of changes while a question is open; without it quotes are renewed by the clock alone. */
  readonly watch?: Watch;
  /** The passkey ceremonies. */
  readonly ceremony: Ceremony;
  /** Where the accounts of this device are kept. */
  readonly storage: Storage;
  /** The page that asks. */
  readonly app: AppView;
  /** RP ID of the passkeys. */
  readonly rpId: string;
  /** Origin of the page that runs the ceremonies. */
  readonly origin: string;
  /** The only page that may hold this one in a frame; `null` for none, absent if it does not matter. */
  readonly topOrigin?: string | null;
  /** Unix milliseconds of this device, which may be far off; a double in tests. */
  readonly now?: () => number;
  /** Milliseconds that only ever grow, to measure how long something takes; a double in tests. */
  readonly monotonic?: () => number;
}

const methods: {
  readonly [M in DialogMethod]: (
    context: WalletContext,
    params: ParamsOf[M],
    options: AskOptions,
  ) => Promise<ResultOf[M]>;
} = {
  wallet_connect: connect,
  acct_claimName: claimName,
  acct_addPasskey: addPasskey,
  acct_changeOwners: changeOwners,
  acct_showAccount: showAccount,
  personal_sign: signMessage,
  eth_signTypedData_v4: signTypedData,
  wallet_sendCalls: sendCalls,
  wallet_grantPermissions: grantPermissions,
  wallet_revokePermissions: revokePermissions,
  wallet_showCallsStatus: showStatus,
};

/** Makes the wallet. Questions are asked one after the other. */
export function createLocalWallet(options: LocalWalletOptions): Wallet {
  const { storage, now = Date.now, monotonic = () => performance.now(), ...rest } = options;
  const accounts = accountBook(storage);
  const own = () => accounts.list().map(({ account }) => account.address);
  const recipients = recipientBook(storage, own);
  const context: WalletContext = {
    ...rest,
    now,
    monotonic,
    accounts,
    recipients,
    fees: feeChoices(storage),
  };
  const life = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(method, params, { signal, flow }) {
      const both = eitherSignal(signal, life.signal);
      const run = () => {
        if (both.aborted) throw new AcctError("aborted");
        return methods[method](context, params, { signal: both, ...(flow && { flow }) });
      };
      const answer = last.then(run, run);
      last = answer.catch(() => {});
      return answer;
    },
    dispose: () => life.abort(),
  };
}
