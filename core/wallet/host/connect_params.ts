/**
 * Reads the parameters of a connection on the wallet host, apart from those of other methods: the first
 * dialog of a window needs no more.
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
} from "../../protocol/schema/schema.ts";
import type { ConnectRequest } from "../../protocol/methods/connection/wallet_connect.ts";
import { readSiweFields } from "../../siwe/fields.ts";
import { readSiwe } from "../../siwe/request.ts";

/** Parameters of `wallet_connect`, as a page sends them to the wallet host. */
export const connectParams: Schema<ConnectRequest> = object({
  chainId: chainNumber,
  testnets: optional(boolean),
  siwe: as(
    "capabilities.signInWithEthereum",
    optional(custom("siwe", (at) => {
      const origin = at.origin ?? null;
      return readSiweFields(at, origin, readSiwe(at, origin, chainNumber.read));
    })),
  ),
  // The service checks that the dApp's key may give out names there; the dApp is not trusted.
  ens: optional(object({
    domain: as("params[0].ens", custom("domain", readDomain)),
    texts: as("params[0].capabilities.subnameTextRecords", custom("texts", readTexts)),
  })),
});

/** Reads a connection from a dApp's origin; paths are those of the dApp's own request. */
export function readConnect(params: unknown, origin: string): ConnectRequest {
  return connectParams.read({ value: params, path: "params[0]", origin });
}
