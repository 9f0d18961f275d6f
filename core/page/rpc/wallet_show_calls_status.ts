import { paramsAt, text, wrong } from "../../protocol/check.ts";
import type { Handler } from "./context.ts";

/**
 * Shows the person what became of a bundle: `[id]`. It resolves when the person closes it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const walletShowCallsStatus: Handler = (context, params) => {
  const at = paramsAt(params, 0);
  const id = text(at, 8_194);
  if (id === "") throw wrong(at.path, "must not be empty");
  const account = context.session()?.account.address;
  return context.ask("wallet_showCallsStatus", {
    id,
    chainId: context.chainId(),
    ...(account !== undefined && { account }),
  });
};
