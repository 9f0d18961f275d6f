/** Handles the methods that sign. @module */
import type { SignParams } from "../../protocol/methods/signing/wallet_sign.ts";
import type { Address, Hex } from "viem";
import type { TypedData } from "../../account/message.ts";
import { asAccount } from "./account.ts";
import type { Handler, PageContext } from "./context.ts";

/** Signs a message. */
export const personalSign: Handler<"personal_sign", readonly [Hex, Address], PageContext> = (
  context,
  [message, account],
) => sign(context, account, context.chainId(), { message });

/** Signs typed data. */
export const ethSignTypedDataV4: Handler<
  "eth_signTypedData_v4",
  readonly [Address, TypedData],
  PageContext
> = (
  context,
  [account, typedData],
) => sign(context, account, context.chainId(), { typedData });

/** Signs either with the account of a chosen chain; an object is the result for ERC-7871's `version`. */
export const walletSign: Handler<"wallet_sign", SignParams, PageContext> = async (
  context,
  params,
) => {
  const { request, address, chainId = context.chainId(), version } = params;
  const signature = await sign(context, address, chainId, request);
  // The newer form of the standard; its callers read the object.
  return version === undefined ? signature : { signature } as unknown as Hex;
};

function sign(
  context: PageContext,
  wanted: Address | undefined,
  chainId: number,
  request: { readonly message: Hex } | { readonly typedData: TypedData },
): Promise<Hex> {
  return asAccount(
    context,
    wanted,
    (account, flow) =>
      "message" in request
        ? context.ask("personal_sign", { account, chainId, ...request }, flow)
        : context.ask("eth_signTypedData_v4", { account, chainId, ...request }, flow),
  );
}
