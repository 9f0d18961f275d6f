import { paramsAt, text, wrong } from "../../protocol/check.ts";
import type { Handler } from "./context.ts";

/**
 * What became of a bundle: `[id]`, the hash that `wallet_sendCalls` gave or the caller's own id.
 * Such ids are unique per account only, so those of the connected account are looked at.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const walletGetCallsStatus: Handler = async (context, params) => {
  const at = paramsAt(params, 0);
  const id = text(at, 8_194);
  if (id === "") throw wrong(at.path, "must not be empty");
  const account = context.session()?.account.address;
  return await context.service.rpc(
    "wallet_getCallsStatus",
    account === undefined ? [id] : [id, account],
    context.signal,
  );
};
