/** Handles `personal_sign`. @module */
import type { Address, Hex } from "viem";
import { asAccount } from "./account.ts";
import { personalSign as personalSignMethod } from "../../protocol/methods/signing/personal_sign.ts";
import { handle, type Handler, type Handlers, type PageContext } from "./context.ts";

/** Signs a message. */
const personalSign: Handler<"personal_sign", readonly [Hex, Address], PageContext> = (
  context,
  [message, account],
) => signMessage(context, account, context.chainId(), message);

/** Signs a message with the account of a chain. */
export function signMessage(
  context: PageContext,
  wanted: Address | undefined,
  chainId: number,
  message: Hex,
): Promise<Hex> {
  return asAccount(
    context,
    { wanted },
    (account, flow) => context.ask("personal_sign", { account, chainId, message }, flow),
  );
}

/** Its handler, in the table. */
export const signHandlers: Handlers<"personal_sign", "session"> = {
  personal_sign: handle(personalSignMethod, personalSign),
};
