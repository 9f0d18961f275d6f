/** Handles the methods that sign typed data. @module */
import type { Address, Hex } from "viem";
import { checkValues, type DeclaredTypedData } from "../../account/typed_data.ts";
import { refuseOwn, refuseOwnDomain } from "../../account/own_contracts.ts";
import { afterPieces } from "../../lib/pieces.ts";
import type { SignParams } from "../../protocol/methods/signing/wallet_sign.ts";
import { asAccount, requireChain } from "./account.ts";
import type { Handler, PageContext } from "./context.ts";
import { renameField } from "../rename_field.ts";
import { signMessage } from "./sign.ts";

/** Path of the data to sign. */
const DATA = "params[0].request.data.";

/** Signs typed data. */
export const ethSignTypedDataV4: Handler<
  "eth_signTypedData_v4",
  readonly [Address, DeclaredTypedData],
  PageContext
> = (
  context,
  [account, typedData],
) => signTypedData(context, account, context.chainId(), typedData);

/**
 * Signs a message or typed data with the account of a chosen chain; an object is the result for
 * ERC-7871's `version`.
 */
export const walletSign: Handler<"wallet_sign", SignParams> = async (
  context,
  params,
) => {
  const { request, address, chainId = context.chainId(), version } = params;
  if (chainId !== context.chainId()) await requireChain(context, chainId);
  const signature = "message" in request
    ? await signMessage(context, address, chainId, request, (account) => {
      const { validator } = request;
      if (validator !== undefined) refuseOwn(validator, `${DATA}validator`, account);
    })
      .catch(renameField("params[0]", `${DATA}message`))
    : await signTypedData(context, address, chainId, request.typedData)
      .catch(renameField("params[1]", request.typedData.given.path));
  // The newer form of the standard; its callers read the object.
  return version === undefined ? signature : { signature } as unknown as Hex;
};

function signTypedData(
  context: PageContext,
  wanted: Address | undefined,
  chainId: number,
  declared: DeclaredTypedData,
): Promise<Hex> {
  return afterPieces(checkValues(declared), (typedData) =>
    asAccount(
      context,
      { wanted, refuse: (account) => refuseOwnDomain(typedData, declared.given.path, account) },
      (account, flow) => context.ask("eth_signTypedData_v4", { account, chainId, typedData }, flow),
    ));
}
