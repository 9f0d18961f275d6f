/** Calls the ERC-7677 services that dApps name as sponsors. @module */
import { numberToHex } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { MAX_PAYMASTER_DATA_BYTES } from "../../../core/ground/limits.ts";
import {
  address,
  boolean,
  bytes,
  object,
  optional,
  quantity,
  type Schema,
} from "../../../core/schema/schema.ts";
import type { PrepareParams } from "../../../core/protocol/service/mod.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../../chain/chain.ts";
import { cleanText } from "../../../core/lib/text.ts";
import type { Payer } from "./payer.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { anyText, askOutside } from "../../outbound/outbound_rpc.ts";

/** Creates payers for third-party sponsors. */
export interface ExternalSponsor {
  /** Returns the sponsor behind a URL. */
  payer(chain: Chain, paymaster: NonNullable<PrepareParams["paymaster"]>): Payer;
}

const finalMembers = { paymaster: address, paymasterData: bytes(MAX_PAYMASTER_DATA_BYTES) };
const finalSchema = object(finalMembers);
const stubSchema = object({
  ...finalMembers,
  paymasterVerificationGasLimit: optional(quantity(120)),
  paymasterPostOpGasLimit: optional(quantity(120)),
  isFinal: optional(boolean),
  sponsor: optional(object({ name: anyText })),
});

/** Creates the client. It follows the rules for outbound URLs. */
export function createExternalSponsor(rules: Outbound): ExternalSponsor {
  return {
    payer(chain, { url, context }) {
      const ask = <T>(method: string, operation: OperationJson, schema: Schema<T>) => {
        const params = [operation, ENTRY_POINT, numberToHex(chain.id), context ?? {}];
        return askOutside({ url, method, params, schema, standard: "ERC-7677" }, rules);
      };
      let named = "";
      let final = false;
      const domain = domainOf(url);
      return {
        get name() {
          return named === "" ? domain : named;
        },
        domain,
        async stub(operation) {
          const stub = await ask("pm_getPaymasterStubData", operation, stubSchema);
          named = cleanText(stub.sponsor?.name ?? "", 40);
          final = stub.isFinal === true;
          return {
            ...operation,
            paymaster: stub.paymaster,
            paymasterData: stub.paymasterData,
            paymasterVerificationGasLimit: stub.paymasterVerificationGasLimit ?? "0x0",
            paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? "0x0",
          };
        },
        async sign(operation) {
          if (final) return operation;
          const data = await ask("pm_getPaymasterData", operation, finalSchema);
          if (data.paymaster.toLowerCase() !== operation.paymaster?.toLowerCase()) {
            const detail = "It named another paymaster than before.";
            throw new AcctError("sponsor_failed", { detail });
          }
          return { ...operation, paymasterData: data.paymasterData };
        },
        release: () => Promise.resolve(),
      };
    },
  };
}

function domainOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    throw new AcctError("invalid_params", { field: "params[0].capabilities.paymasterService.url" });
  }
}
