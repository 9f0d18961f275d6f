/**
 * Reads what a dApp sends to the wallet host. A dApp is not trusted: everything is checked again here
 * with the schemas of the protocol, whatever its SDK has checked.
 *
 * @module
 */
import { readDomain, readTexts } from "../../names/request.ts";
import { readStoredGrant } from "../../permission/request.ts";
import type { DialogMethod } from "../../dialog/request.ts";
import { member } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { batch, bundleId, plainCall, sponsor } from "../../protocol/fields.ts";
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
} from "../../protocol/schema.ts";
import { readSiwe } from "../../siwe/request.ts";

/** Requests that a dApp may make: changing owners is left to the wallet's own pages. */
export type DappMethod = Exclude<DialogMethod, "acct_addPasskey" | "acct_changeOwners">;

const addressed = { account: address, chainId: chainNumber };
const sponsored = { ...addressed, paymaster: optional(sponsor) };
const grantee = object(sponsored);

const schemas: { readonly [M in DappMethod]: Schema<ParamsOf[M]> } = {
  wallet_connect: object({
    chainId: chainNumber,
    testnets: optional(boolean),
    siwe: optional(custom("siwe", (at) => readSiwe(at, at.origin ?? null, chainNumber.read))),
    // The service looks whether the app's key may give out names there; the app is not believed.
    ens: optional(custom("names", (at) => ({
      domain: readDomain(member(at, "domain")),
      texts: readTexts(member(at, "texts").value),
    }))),
  }),
  // A step of connecting; by itself it would show a domain that was not looked up.
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

/** Reads the parameters of a request of a dApp with this origin. */
export function readParams<M extends DappMethod>(
  method: M,
  params: unknown,
  origin: string,
): ParamsOf[M] {
  const schema: Schema<ParamsOf[M]> = schemas[method];
  return schema.read({ value: params, path: "params", origin });
}

/** Whether a name is that of a request which dApps may make. */
export function isDappMethod(method: unknown): method is DappMethod {
  return typeof method === "string" && Object.hasOwn(schemas, method);
}
