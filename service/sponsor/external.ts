/** Sponsors that a page names: ERC-7677 services called by this one. @module */
import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { z } from "zod";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/errors.ts";
import type { OperationJson, PrepareParams } from "../../core/service/protocol.ts";
import type { Chain } from "../chain/chain.ts";
import { cleanText } from "../../core/text.ts";
import { address, bytes, quantity } from "../rpc/shapes.ts";
import type { Payer } from "./payer.ts";
import { type Outbound, post } from "./outbound.ts";

/** Makes payers of sponsors outside. */
export interface ExternalSponsor {
  /** The sponsor behind a URL. */
  payer(chain: Chain, paymaster: NonNullable<PrepareParams["paymaster"]>): Payer;
}

const stubSchema = z.object({
  paymaster: address,
  paymasterData: bytes(8_192),
  paymasterVerificationGasLimit: quantity(120).optional(),
  paymasterPostOpGasLimit: quantity(120).optional(),
  isFinal: z.boolean().optional(),
  sponsor: z.object({ name: z.string() }).optional(),
});
const finalSchema = z.object({ paymaster: address, paymasterData: bytes(8_192) });

/** Calls sponsors under the rules for addresses from outside. */
export function createExternalSponsor(rules: Outbound): ExternalSponsor {
  return {
    payer(chain, { url, context }) {
      const ask = async (method: string, operation: OperationJson) => {
        const reply = await post(url, {
          jsonrpc: "2.0",
          id: 1,
          method,
          params: [operation, ENTRY_POINT, numberToHex(chain.id), context ?? {}],
        }, rules);
        const { result, error } = z.object({
          result: z.unknown(),
          error: z.object({ message: z.string() }).optional(),
        }).parse(reply);
        if (error !== undefined) {
          throw failed(`It said: ${cleanText(error.message, 200)}`);
        }
        return result;
      };
      let named = "";
      let final = false;
      const domain = domainOf(url);
      const checked = async <T>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work();
        } catch (error) {
          if (error instanceof z.ZodError) throw failed("Its answer is not ERC-7677's.");
          throw error;
        }
      };
      return {
        get name() {
          return named === "" ? domain : named;
        },
        domain,
        stub: (operation) =>
          checked(async () => {
            const stub = stubSchema.parse(await ask("pm_getPaymasterStubData", operation));
            named = cleanText(stub.sponsor?.name ?? "", 40);
            final = stub.isFinal === true;
            return {
              ...operation,
              paymaster: stub.paymaster as Address,
              paymasterData: stub.paymasterData,
              paymasterVerificationGasLimit: stub.paymasterVerificationGasLimit ?? "0x0",
              paymasterPostOpGasLimit: stub.paymasterPostOpGasLimit ?? "0x0",
            };
          }),
        sign: (operation) =>
          checked(async () => {
            if (final) return operation;
            const data = finalSchema.parse(await ask("pm_getPaymasterData", operation));
            if (data.paymaster.toLowerCase() !== operation.paymaster?.toLowerCase()) {
              throw failed("It named another paymaster than before.");
            }
            return { ...operation, paymasterData: data.paymasterData as Hex };
          }),
        release: () => Promise.resolve(),
      };
    },
  };
}

function domainOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    throw new AcctError("invalid_params", { field: "params.paymaster.url" });
  }
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
