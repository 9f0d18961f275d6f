/** Updates the account's code on one chain, or creates the account there. @module */
import { isHex, numberToHex } from "viem";
import { type Call, encodeCalls } from "../../account/calls.ts";
import { upgradeCallData } from "../../account/code.ts";
import { isCodeOf } from "../../chain/implementation_codes.ts";
import { type Implementation, implementations } from "../../chain/contracts.ts";
import { untilDone } from "../../client/confirmed.ts";
import { derived } from "../../lib/readable.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../dialog/requests.ts";
import {
  accountView,
  chainView,
  readVersion,
  recordOf,
  type WalletContext,
} from "../context/context.ts";
import { submit } from "../operation/submission.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";

type Params = ParamsOf["acct_upgradeAccount"];
type Result = ResultOf["acct_upgradeAccount"];

/**
 * Prompts for an update to the newest version, which is a constant of the wallet, and waits until
 * it is confirmed. Returns without a prompt if there is nothing to update: the account is not
 * deployed, is up to date, or the chain lacks the new code. With `create`, prompts for the
 * account's creation instead: its first operation on the chain creates it with its current owners.
 *
 * @throws {AcctError} `code_unknown` if the account runs no known version
 */
export async function upgradeAccount(
  context: WalletContext,
  params: Params,
  options: AskOptions,
): Promise<Result> {
  const record = recordOf(context, params.account);
  const chain = await chainView(context, params.chainId);
  const before = await readVersion(context, params.chainId, record.account.address, options.signal);
  const [first, newest] = [implementations[0]!, implementations.at(-1)!];
  const { create = false } = params;
  if (create !== (before === null)) return { version: (before ?? first).version };
  const isLate = before !== null && before.version < newest.version;
  if (!create && !(isLate && await isDeployed(context, params, newest, options))) {
    return { version: before!.version };
  }
  const after = create ? first : newest;
  // An empty payment to itself has no effect. Unlike with a function of the account, its fee can be
  // paid in a token that the account has not approved yet.
  const calls: Call[] = create ? [{ to: record.account.address, value: 0n, data: "0x" }] : [];
  const submission = submit(context, {
    record,
    chain,
    callData: create ? encodeCalls(calls) : upgradeCallData(newest),
    calls: calls.map(({ to, value, data }) => ({ to, value: numberToHex(value), data })),
    ...(params.paymaster && { paymaster: params.paymaster }),
    warnings: () => [],
  }, options);
  try {
    return await promptUser<"acct_upgradeAccount", Result>(context.ui, {
      method: "acct_upgradeAccount",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      sent: submission.sent,
      preview: derived(submission.progress, ({ shown }) => ({
        ...shown,
        from: before?.version ?? null,
        to: after.version,
        code: after.address,
      })),
      async onConfirm(choice, prompt) {
        const { id } = await submission.approve(choice, prompt);
        await untilDone(context.service, id, prompt);
        return { version: after.version };
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/** Returns true if the chain has the code of a version, byte for byte. */
async function isDeployed(
  { service }: WalletContext,
  { chainId }: Params,
  version: Implementation,
  { signal }: AskOptions,
): Promise<boolean> {
  const code = await service.chain(chainId, "eth_getCode", [version.address, "latest"], signal);
  if (!isHex(code)) throw new AcctError("chain_down");
  return isCodeOf(version, code);
}
