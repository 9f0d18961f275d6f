/** Handles `personal_sign`. @module */
import type { Address, Hex } from "viem";
import { asAccount, type Refuse } from "./account.ts";
import {
  personalSign as personalSignMethod,
  type SignMessageRequest,
} from "../../protocol/methods/signing/personal_sign.ts";
import type { Handler, Handlers, PageContext } from "./context.ts";
import { handle } from "../../protocol/schema/handle.ts";

/** Signs a message. */
const personalSign: Handler<"personal_sign", readonly [Hex, Address], PageContext> = (
  context,
  [message, account],
) => signMessage(context, account, context.chainId(), { message });

/** Signs a message, or data for a contract, with the account of a chain. */
export function signMessage(
  context: PageContext,
  wanted: Address | undefined,
  chainId: number,
  signed: Pick<SignMessageRequest, "message" | "validator">,
  refuse?: Refuse,
): Promise<Hex> {
  return asAccount(
    context,
    { wanted, refuse },
    (account, flow) => context.ask("personal_sign", { account, chainId, ...signed }, flow),
  );
}

/** Its handler, in the table. */
export const signHandlers: Handlers<"personal_sign", "session"> = {
  personal_sign: handle(personalSignMethod, personalSign),
};
