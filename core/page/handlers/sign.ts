/** Handles the methods that sign messages and typed data. @module */
import type { Address, Hex } from "viem";
import { checkValues, type DeclaredTypedData } from "../../account/typed_data.ts";
import { refuseOwn, refuseOwnDomain } from "../../account/own_contracts.ts";
import { afterPieces } from "../../lib/pieces.ts";
import type { SignParams } from "../../protocol/methods/signing/wallet_sign.ts";
import type { SignMessageRequest } from "../../protocol/methods/signing/personal_sign.ts";
import { asAccount, type Refuse, requireChain } from "./account.ts";
import type { Handler, PageContext } from "./context.ts";
import { renameField } from "../options/rename_field.ts";

/** Signs a message. */
export const personalSign: Handler<"personal_sign", readonly [Hex, Address], PageContext> = (
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
 * Signs a message or typed data with the account of a given chain; an object is the result for
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
  // The newer form of the standard, whose callers read the object.
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
