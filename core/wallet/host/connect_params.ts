/**
 * Reads the parameters of a connection on the wallet host, separately from other methods,
 * because the first dialog of a window needs only these.
 *
 * @module
 */
import { readDomain } from "../../names/domain.ts";
import { readTexts } from "../../names/request.ts";
import {
  as,
  boolean,
  chainNumber,
  custom,
  object,
  optional,
  type Schema,
} from "../../schema/schema.ts";
import type { ConnectRequest } from "../../protocol/methods/connection/wallet_connect.ts";
import { readSiweFields } from "../../siwe/fields.ts";
import { readSiwe } from "../../siwe/request.ts";

const params: Schema<ConnectRequest> = object({
  chainId: chainNumber,
  testnets: optional(boolean),
  siwe: as(
    "capabilities.signInWithEthereum",
    optional(custom("siwe", (at) => {
      const origin = at.origin ?? null;
      return readSiweFields(at, origin, readSiwe(at, origin, chainNumber.read));
    })),
  ),
  // The service checks that the dApp's key may assign names there; the dApp is not trusted.
  ens: optional(object({
    domain: as("params[0].ens", custom("domain", readDomain)),
    texts: as("params[0].capabilities.subnameTextRecords", custom("texts", readTexts)),
  })),
});

/** Schemas of a connection's parameters, as a page sends them to the wallet host. */
export const connection = { wallet_connect: params } as const;

/** Reads a connection from a dApp's origin; `null` for other methods. */
export function readConnection(
  method: unknown,
  given: unknown,
  origin: string,
): { readonly method: keyof typeof connection; readonly params: ConnectRequest } | null {
  if (method !== "wallet_connect") return null;
  // Paths refer to the dApp's original request.
  return { method, params: params.read({ value: given, path: "params[0]", origin }) };
}
