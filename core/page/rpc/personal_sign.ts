import { type Hex, isHex, stringToHex } from "viem";
import { asAccount } from "./as_account.ts";
import { address, type At, paramsAt, text, wrong } from "../../protocol/check.ts";
import type { Handler } from "./context.ts";

/** Signs a message (EIP-191): `[message, account]`; hex is taken as bytes, other text as UTF-8. */
export const personalSign: Handler = (context, params) => {
  const message = messageBytes(paramsAt(params, 0));
  const wanted = address(paramsAt(params, 1));
  return asAccount(
    context,
    wanted,
    (account, flow) =>
      context.ask("personal_sign", { account, chainId: context.chainId(), message }, flow),
  );
};

/** The bytes of a message. */
export function messageBytes(at: At): Hex {
  const message = text(at, 200_000);
  if (!isHex(message)) return stringToHex(message);
  if (message.length % 2 !== 0) throw wrong(at.path, "has an odd number of hex digits");
  return message;
}
