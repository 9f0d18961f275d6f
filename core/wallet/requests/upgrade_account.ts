/** Updates the account's code on one chain. @module */
import { isHex } from "viem";
import { upgradeCallData } from "../../account/code.ts";
import { isCodeOf } from "../../chain/implementation_codes.ts";
import { type Implementation, implementations } from "../../chain/contracts.ts";
import { untilDone } from "../../client/confirmed.ts";
import { derived } from "../../lib/readable.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../protocol/requests.ts";
import { accountView, chainView, readVersion, recordOf, type WalletContext } from "../context.ts";
import { submit } from "../operation/submission.ts";
import { singleStep } from "../prompt/flow.ts";
import { promptUser } from "../prompt/prompt_user.ts";

type Params = ParamsOf["acct_upgradeAccount"];
type Result = ResultOf["acct_upgradeAccount"];

/**
 * Prompts for an update to the newest version and waits until it is confirmed. Which one that is, is
 * written in the wallet. Without a prompt if there is nothing to update: the account is not deployed, is
 * up to date, or the chain lacks the new code.
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
  const newest = implementations.at(-1)!;
  if (before === null) return { version: implementations[0]!.version };
  if (before.version >= newest.version || !await isDeployed(context, params, newest, options)) {
    return { version: before.version };
  }
  const submission = submit(context, {
    record,
    chain,
    callData: upgradeCallData(newest),
    calls: [],
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
        from: before.version,
        to: newest.version,
        code: newest.address,
      })),
      async onConfirm(choice, prompt) {
        const { id } = await submission.approve(choice, prompt);
        await untilDone(context.service, id, prompt);
        return { version: newest.version };
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
