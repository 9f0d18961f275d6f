/**
 * Validates a dApp's requests at the wallet host. The dApp is not trusted: all data is validated
 * again with the schemas of the protocol, regardless of the checks of its SDK.
 *
 * @module
 */
import { readStoredGrant, refuseSpender } from "../../permission/request.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import { refuseOwn, refuseOwnCalls, refuseOwnDomain } from "../../account/own_contracts.ts";
import { checkValues } from "../../account/typed_data.ts";
import { inPieces } from "../../lib/pieces.ts";
import { type At, bytes as readBytes } from "../../schema/check.ts";
import { AcctError } from "../../ground/errors.ts";
import { batch, bundleId, sponsor } from "../../schema/fields.ts";
import { MAX_DATA_SUFFIX_BYTES, MAX_MESSAGE_BYTES } from "../../ground/limits.ts";
import { typedData } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import { describedAsset } from "../../protocol/methods/account/wallet_watch_asset.ts";
import type { ParamsOf } from "../../dialog/requests.ts";
import {
  address,
  anything,
  as,
  boolean,
  bytes,
  chainNumber,
  custom,
  hash,
  object,
  optional,
  quantity,
  refined,
} from "../../schema/schema.ts";
import { appAbisOf, readAppAbis } from "../../abi/app_abi.ts";
import { connection } from "./connect_params.ts";

/** Methods that a dApp may request: only the wallet's own pages change owners and code. */
export type DappMethod = Exclude<
  DialogMethod,
  "acct_addPasskey" | "acct_changeOwners" | "acct_upgradeAccount"
>;

/** Reads the members that the page adds; the dApp may have named the account. */
const addressed = (path: string) => ({ account: as(path, address), chainId: chainNumber });
const paymaster = as("capabilities.paymasterService", optional(sponsor));
const abi = as("capabilities.abi", optional(anything));

/** Path of the contract that data is signed for. */
const VALIDATOR = "params[0].request.data.validator";

const calls = batch(object({
  to: address,
  value: quantity(256),
  data: custom("bytes", readBytes),
  abi,
}));

const grantee = object({ ...addressed("address"), paymaster, fixed: optional(boolean) });

/** Reads the parameters of a method; a schema reads them synchronously. */
interface Reader<T> {
  read(at: At): T | Promise<T>;
}

const declared = object({ ...addressed("params[0]"), typedData: as("params[1]", typedData) });

const readers: { readonly [M in DappMethod]: Reader<ParamsOf[M]> } = {
  ...connection,
  // Part of connecting; as a separate request it would show an unverified domain.
  acct_claimName: custom("none", () => {
    throw new AcctError("method_unsupported");
  }),
  acct_showAccount: object({ ...addressed("account"), testnets: boolean }),
  personal_sign: refined(
    object({
      ...addressed("params[1]"),
      message: as("params[0]", bytes(MAX_MESSAGE_BYTES)),
      validator: as(VALIDATOR, optional(address)),
    }),
    ({ account, validator }) => {
      if (validator !== undefined) refuseOwn(validator, VALIDATOR, account);
    },
  ),
  eth_signTypedData_v4: {
    async read(at) {
      const { typedData, ...rest } = declared.read(at);
      const checked = { ...rest, typedData: await inPieces(checkValues(typedData)) };
      refuseOwnDomain(checked.typedData, "params[1]", checked.account);
      return checked;
    },
  },
  wallet_sendCalls: refined(
    object({
      ...addressed("from"),
      paymaster,
      calls,
      abi,
      id: optional(bundleId),
      permission: as("capabilities.permissions.id", optional(hash)),
      suffix: as("capabilities.dataSuffix.value", optional(bytes(MAX_DATA_SUFFIX_BYTES))),
    }),
    (request, { path }) => {
      refuseOwnCalls(request.calls, `${path}.calls`, request.account);
      readAppAbis(appAbisOf(path, request));
    },
  ),
  wallet_grantPermissions: refined(
    custom("grant", (at) => ({ ...grantee.read(at), ...readStoredGrant(at) })),
    ({ account, spender }, { path }) => refuseSpender(spender, `${path}.spender`, account),
  ),
  wallet_revokePermissions: object({
    ...addressed("address"),
    paymaster,
    id: hash,
    granted: optional(anything),
  }),
  wallet_showCallsStatus: object({
    id: as("params[0]", bundleId),
    chainId: chainNumber,
    account: optional(address),
  }),
  wallet_watchAsset: object({
    ...addressed("account"),
    asset: as("params.options", describedAsset),
  }),
};

/**
 * Reads the parameters of a request from a dApp's origin. Paths in errors refer to the dApp's
 * original request, so the dApp gets the same error from its SDK and from the wallet host.
 */
export async function readParams<M extends DappMethod>(
  method: M,
  params: unknown,
  origin: string,
): Promise<ParamsOf[M]> {
  const reader: Reader<ParamsOf[M]> = readers[method];
  return await reader.read({ value: params, path: "params[0]", origin });
}

/** A request of a dApp whose parameters were checked. */
export interface DappRequest {
  readonly method: DappMethod;
  readonly params: ParamsOf[DappMethod];
}

/**
 * Reads a request from a dApp's origin.
 *
 * @throws {AcctError} `method_unsupported` for a method that no dApp may request
 */
export async function readRequest(
  method: unknown,
  params: unknown,
  origin: string,
): Promise<DappRequest> {
  if (!isDappMethod(method)) throw new AcctError("method_unsupported");
  return { method, params: await readParams(method, params, origin) };
}

function isDappMethod(method: unknown): method is DappMethod {
  return typeof method === "string" && Object.hasOwn(readers, method);
}
