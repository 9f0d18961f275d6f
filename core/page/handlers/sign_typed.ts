/** Handles the methods that sign typed data. @module */
import type { Address, Hex } from "viem";
import { checkValues, type DeclaredTypedData } from "../../account/typed_data.ts";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { refuseOwn, refuseOwnDomain } from "../../account/own_contracts.ts";
import { afterPieces } from "../../lib/pieces.ts";
import type { SignParams } from "../../protocol/methods/signing/wallet_sign.ts";
import { asAccount } from "./account.ts";
import type { Handler, PageContext, ServiceContext } from "./context.ts";
import { requireChain } from "./reads.ts";
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
  [account, declared],
) =>
  afterPieces(
    checkValues(declared),
    (typedData) =>
      signTypedData(context, account, context.chainId(), { typedData, path: "params[1]" }),
  );

/** Typed data whose values were checked, and its path. */
interface Typed {
  readonly typedData: TypedData;
  readonly path: string;
}

/**
 * Signs a message or typed data with the account of a chosen chain; an object is the result for
 * ERC-7871's `version`.
 */
export const walletSign: Handler<"wallet_sign", SignParams> = (context, params) => {
  const { request } = params;
  if ("message" in request) {
    return signOn(
      context,
      params,
      (chainId) =>
        signMessage(context, params.address, chainId, request, (account) => {
          const { validator } = request;
          if (validator !== undefined) refuseOwn(validator, `${DATA}validator`, account);
        })
          .catch(renameField("params[0]", `${DATA}message`)),
    );
  }
  const { path } = request.typedData.given;
  return afterPieces(
    checkValues(request.typedData),
    (typedData) =>
      signOn(
        context,
        params,
        (chainId) =>
          signTypedData(context, params.address, chainId, { typedData, path })
            .catch(renameField("params[1]", path)),
      ),
  );
};

async function signOn(
  context: ServiceContext,
  { chainId = context.chainId(), version }: SignParams,
  sign: (chainId: number) => Promise<Hex>,
): Promise<Hex> {
  if (chainId !== context.chainId()) await requireChain(context, chainId);
  const signature = await sign(chainId);
  // The newer form of the standard; its callers read the object.
  return version === undefined ? signature : { signature } as unknown as Hex;
}

function signTypedData(
  context: PageContext,
  wanted: Address | undefined,
  chainId: number,
  { typedData, path }: Typed,
): Promise<Hex> {
  return asAccount(
    context,
    { wanted, refuse: (account) => refuseOwnDomain(typedData, path, account) },
    (account, flow) => context.ask("eth_signTypedData_v4", { account, chainId, typedData }, flow),
  );
}
