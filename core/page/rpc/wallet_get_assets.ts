import { NATIVE } from "../../chain/native.ts";
import type { GetAssetsParams } from "../../protocol/service/mod.ts";
import {
  address,
  type At,
  chainId,
  elements,
  isPresent,
  member,
  object,
  quantity,
  wrong,
} from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { Handler } from "./context.ts";
import { optionalParams } from "./optional_params.ts";

type AssetType = "native" | "erc20";
type Asset = NonNullable<GetAssetsParams["assetFilter"]>[`0x${string}`][number];

/** Elements of one filter. */
const MOST = 200;

/**
 * What an account holds on every chain:
 * `[{ account?, chainFilter?, assetTypeFilter?, assetFilter? }]`. Needs no session if an account is
 * given.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export const walletGetAssets: Handler = async (context, params) => {
  const at = optionalParams(params);
  const wanted = member(at, "account");
  const chains = member(at, "chainFilter");
  const types = member(at, "assetTypeFilter");
  const assets = member(at, "assetFilter");
  const request = {
    ...(isPresent(chains) && { chainFilter: list(chains).map(quantity) }),
    ...(isPresent(types) && { assetTypeFilter: list(types).map(assetType) }),
    ...(isPresent(assets) && { assetFilter: readFilter(assets) }),
  };
  const account = isPresent(wanted) ? address(wanted) : context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  return await context.service.call("wallet_getAssets", { account, ...request }, context.signal);
};

function readFilter(at: At): NonNullable<GetAssetsParams["assetFilter"]> {
  return Object.fromEntries(
    Object.keys(object(at)).map((id) => {
      chainId({ value: id, path: `${at.path}.${id}` });
      return [id, list(member(at, id)).map(readAsset)];
    }),
  );
}

/** One asset; whichever way the native one is named, the service gets `null`. */
function readAsset(at: At): Asset {
  const type = assetType(member(at, "type"));
  const given = member(at, "address");
  const { value } = given;
  const native = !isPresent(given) || value === "native" ||
    (typeof value === "string" && value.toLowerCase() === NATIVE.toLowerCase());
  if (native !== (type === "native")) {
    throw wrong(given.path, `must be the address of an asset of type ${type}`);
  }
  return { address: native ? null : address(given), type };
}

function list(at: At): At[] {
  if (Array.isArray(at.value) && at.value.length > MOST) {
    throw wrong(at.path, `must have at most ${MOST} elements`);
  }
  return elements(at, MOST);
}

function assetType({ value, path }: At): AssetType {
  if (value !== "native" && value !== "erc20") throw wrong(path, "must be native or erc20");
  return value;
}
