/**
 * Reads what a dApp sends to the wallet host. The dApp is not trusted: everything is validated
 * again with the schemas of the protocol, whatever its SDK has checked.
 *
 * @module
 */
import { readDomain, readTexts } from "../../names/request.ts";
import { readStoredGrant } from "../../permission/request.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import { member } from "../../protocol/schema/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { batch, bundleId, plainCall, sponsor } from "../../protocol/schema/fields.ts";
import { MAX_MESSAGE_BYTES } from "../../protocol/limits.ts";
import { typedData } from "../../protocol/methods/signing/eth_sign_typed_data_v4.ts";
import type { ParamsOf } from "../../protocol/requests.ts";
import {
  address,
  anything,
  boolean,
  bytes,
  chainNumber,
  custom,
  hash,
  object,
  optional,
  type Schema,
} from "../../protocol/schema/schema.ts";
import { readSiwe } from "../../siwe/request.ts";

/** Methods that a dApp may request: only the wallet's own pages change owners. */
export type DappMethod = Exclude<DialogMethod, "acct_addPasskey" | "acct_changeOwners">;

const addressed = { account: address, chainId: chainNumber };
const sponsored = { ...addressed, paymaster: optional(sponsor) };
const grantee = object(sponsored);

const schemas: { readonly [M in DappMethod]: Schema<ParamsOf[M]> } = {
  wallet_connect: object({
    chainId: chainNumber,
    testnets: optional(boolean),
    siwe: optional(custom("siwe", (at) => readSiwe(at, at.origin ?? null, chainNumber.read))),
    // The service checks that the dApp's key may give out names there; the dApp is not trusted.
    ens: optional(custom("names", (at) => ({
      domain: readDomain(member(at, "domain")),
      texts: readTexts(member(at, "texts").value),
    }))),
  }),
  // Part of connecting; as a request of its own it would show an unverified domain.
  acct_claimName: custom("none", () => {
    throw new AcctError("method_unsupported");
  }),
  acct_showAccount: object({ ...addressed, testnets: boolean }),
  personal_sign: object({ ...addressed, message: bytes(MAX_MESSAGE_BYTES) }),
  eth_signTypedData_v4: object({ ...addressed, typedData }),
  wallet_sendCalls: object({
    ...sponsored,
    calls: batch(plainCall),
    abi: optional(anything),
    id: optional(bundleId),
    permission: optional(hash),
  }),
  wallet_grantPermissions: custom("grant", (at) => ({
    ...grantee.read(at),
    ...readStoredGrant(at),
  })),
  wallet_revokePermissions: object({ ...sponsored, id: hash }),
  wallet_showCallsStatus: object({
    id: bundleId,
    chainId: chainNumber,
    account: optional(address),
  }),
};

/** Reads the parameters of a request from a dApp's origin. */
export function readParams<M extends DappMethod>(
  method: M,
  params: unknown,
  origin: string,
): ParamsOf[M] {
  const schema: Schema<ParamsOf[M]> = schemas[method];
  return schema.read({ value: params, path: "params", origin });
}

/** Returns true for a method that dApps may request. */
export function isDappMethod(method: unknown): method is DappMethod {
  return typeof method === "string" && Object.hasOwn(schemas, method);
}
