/** Shows a token among the balances of an account (EIP-747), once the user agrees. @module */
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import type { PreviewOf } from "../../dialog/types.ts";
import { writable } from "../../lib/readable.ts";
import { cleanText } from "../../lib/text.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_TOKEN_NAME_LENGTH } from "../../ground/limits.ts";
import type { AskOptions, ParamsOf } from "../../dialog/requests.ts";
import { nodeCodes } from "../../client/read_contracts.ts";
import { tokenView } from "../../reading/tokens.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context/context.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";

type Params = ParamsOf["wallet_watchAsset"];
type Preview = PreviewOf["wallet_watchAsset"];

/** Prompts for a token and stores it on this device. */
export async function watchAsset(
  context: WalletContext,
  params: Params,
  options: AskOptions,
): Promise<boolean> {
  const { account, chainId, asset: { address } } = params;
  const record = recordOf(context, account);
  const chain = await chainView(context, chainId);
  const preview = writable<Preview>({ status: "loading", address, asset: null });
  loadPreview(preview, async () => ({
    asset: await readAsset(context, params, options.signal),
  }), options.signal);
  const isNone = () => preview.get().status === "ready" && preview.get().asset === null;
  try {
    return await promptUser<"wallet_watchAsset", boolean>(context.ui, {
      method: "wallet_watchAsset",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      async onConfirm() {
        if (preview.get().asset === null) throw new AcctError("not_ready");
        return await Promise.resolve(context.tokens.add({ account, chainId, address }));
      },
    }, options.signal);
  } catch (error) {
    // The user had nothing to reject, because the dialog only showed an error.
    if (isNone() && error instanceof AcctError && error.data.cause === "user_rejected") {
      throw new AcctError("invalid_params", {
        field: "params.options.address",
        detail: `params.options.address is no ERC-20 token on chain ${chainId}.`,
      });
    }
    throw error;
  }
}

/** Reads a token from the chain; `null` if the contract has no decimals, or no balances. */
async function readAsset(
  { service }: WalletContext,
  { account, chainId, asset }: Params,
  signal: AbortSignal,
): Promise<Preview["asset"]> {
  const { address: to } = asset;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const [[found], balance] = await Promise.all([
    service.call("acct_getTokens", { chainId: numberToHex(chainId), tokens: [to] }, signal),
    service.chain(chainId, "eth_call", [{ to, data }, "latest"], signal).catch((error) => {
      if (error instanceof AcctError && nodeCodes.includes(error.code)) return null;
      throw error;
    }),
  ]);
  if (found === undefined || !isWord(balance)) return null;
  const token = tokenView(found);
  const { symbol, decimals } = asset;
  return {
    token,
    name: cleanText(found.name, MAX_TOKEN_NAME_LENGTH).replace(/^\?$/, "") || token.symbol,
    balance: BigInt(balance),
    differs: (symbol !== undefined && symbol.toLowerCase() !== token.symbol.toLowerCase()) ||
      (decimals !== undefined && decimals !== token.decimals),
  };
}

/** Returns true for exactly one word; any other value is not a balance. */
function isWord(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value);
}
