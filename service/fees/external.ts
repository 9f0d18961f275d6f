/**
 * Token paymasters of other services. What they are asked and what they may answer: prices by
 * `pimlico_getTokenQuotes`, data by ERC-7677 with the token in its context. Where they are, and which
 * contract is theirs, comes from the configuration alone.
 *
 * @see https://docs.pimlico.io/references/paymaster/erc20-paymaster/endpoints/pimlico_getTokenQuotes
 * @see https://eips.ethereum.org/EIPS/eip-7677
 * @module
 */
import { type Address, type Hex, hexToBigInt, isAddressEqual, numberToHex } from "viem";
import { z } from "zod";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { ExternalTokenFeesConfig } from "../chain/config.ts";
import { address, bytes, quantity } from "../rpc/shapes.ts";
import type { Outbound } from "../sponsor/outbound.ts";
import type { Log } from "../telemetry/log.ts";
import { askOutside } from "../sponsor/outbound_rpc.ts";

/** What a paymaster asks for a token. */
export interface ExternalQuote {
  /** Units per 10^18 wei. */
  readonly tokenPerNative: bigint;
  /** Gas that the paymaster counts for its own work afterwards. */
  readonly postOpGas: bigint;
}

/** Who is asked, and about what. */
export interface ExternalToken {
  readonly chainId: number;
  readonly service: ExternalTokenFeesConfig;
  readonly token: Address;
}

/** The services' clients; every method throws `sponsor_failed` for what a service may not say. */
export interface ExternalFees {
  /** The price of a token, `within` as many milliseconds of age. */
  quote(of: ExternalToken, options?: { readonly within?: number }): Promise<ExternalQuote>;
  /** The operation with the paymaster, as far as gas depends on it. */
  stub(of: ExternalToken, operation: OperationJson): Promise<OperationJson>;
  /** The operation with the paymaster's word for it. */
  sign(of: ExternalToken, operation: OperationJson): Promise<OperationJson>;
  /** Tells the operator why a service's word was not taken; the same thing once a minute. */
  report(of: Pick<ExternalToken, "chainId" | "service">, error: Error): void;
}

/** Milliseconds for which an answer is good, be it a failure: choices are shown often. */
const FRESH = 15_000;
/** Milliseconds between two lines about the same. */
const QUIET = 60_000;
/** Milliseconds for each answer. */
const TIMEOUT = 2_000;
/** Most gas for each part of a paymaster's work, several times what those of the field take. */
export const MOST_GAS = 500_000n;

const quotesSchema = z.object({ quotes: z.array(z.unknown()).max(200) });
const quoteSchema = z.object({
  paymaster: address,
  token: address,
  postOpGas: quantity(64),
  exchangeRate: quantity(128),
});
const dataSchema = z.object({
  paymaster: address,
  paymasterData: bytes(4_096),
  paymasterVerificationGasLimit: quantity(64).optional(),
  paymasterPostOpGasLimit: quantity(64).optional(),
});
/** No estimate finds the gas of a settlement that a stub does not reach, so a stub has to tell it. */
const stubSchema = dataSchema.required({ paymasterPostOpGasLimit: true });

/** Calls the services under the rules for addresses from outside. */
export function createExternalFees(outbound: Outbound, log: Log): ExternalFees {
  const rules = { timeout: TIMEOUT, ...outbound };
  const known = new WeakMap<ExternalTokenFeesConfig, Known>();
  const told = new WeakMap<ExternalTokenFeesConfig, { readonly reason: string; at: number }>();

  /** All quotes of a service, remembered; those who ask at once share one request. */
  function quotes({ service, chainId }: ExternalToken, within: number): Promise<Quotes> {
    const before = known.get(service);
    if (before !== undefined && Date.now() - before.at < within) return before.quotes;
    const tokens = service.tokens.map(({ address }) => address);
    const asked = askOutside({
      url: service.url,
      method: "pimlico_getTokenQuotes",
      params: [{ tokens }, ENTRY_POINT, numberToHex(chainId)],
      schema: quotesSchema,
      standard: "pimlico_getTokenQuotes",
    }, rules);
    // Whoever asks is told of a failure; one that nobody waits for any more is no fault.
    asked.catch(() => {});
    known.set(service, { at: Date.now(), quotes: asked });
    return asked;
  }

  const data = <T>({ service, chainId, token }: ExternalToken, asked: Asked<T>) =>
    askOutside({
      url: service.url,
      method: asked.method,
      params: [asked.operation, ENTRY_POINT, numberToHex(chainId), { token }],
      schema: asked.schema,
      standard: "ERC-7677",
    }, rules);

  return {
    async quote(of, { within = FRESH } = {}) {
      return quoteOf(of, (await quotes(of, within)).quotes);
    },
    async stub(of, operation) {
      const stub = await data(of, {
        method: "pm_getPaymasterStubData",
        operation,
        schema: stubSchema,
      });
      checkPaymaster(of.service, stub.paymaster);
      const { paymasterVerificationGasLimit = "0x0", paymasterPostOpGasLimit } = stub;
      checkGas(paymasterVerificationGasLimit, MOST_GAS);
      checkGas(paymasterPostOpGasLimit, MOST_GAS);
      return {
        ...operation,
        paymaster: of.service.paymaster,
        paymasterData: stub.paymasterData,
        paymasterVerificationGasLimit,
        paymasterPostOpGasLimit,
      };
    },
    async sign(of, operation) {
      const final = await data(of, {
        method: "pm_getPaymasterData",
        operation,
        schema: dataSchema,
      });
      checkPaymaster(of.service, final.paymaster);
      const { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp } =
        operation;
      // Some sign for less gas than was asked for; more would cost more than is shown.
      const verifying = final.paymasterVerificationGasLimit ?? verification ?? "0x0";
      const settling = final.paymasterPostOpGasLimit ?? postOp ?? "0x0";
      checkGas(verifying, hexToBigInt(verification ?? "0x0"));
      checkGas(settling, hexToBigInt(postOp ?? "0x0"));
      return {
        ...operation,
        paymasterData: final.paymasterData,
        paymasterVerificationGasLimit: verifying,
        paymasterPostOpGasLimit: settling,
      };
    },
    report({ chainId, service }, { message: reason }) {
      const last = told.get(service);
      if (last?.reason === reason && Date.now() - last.at < QUIET) return;
      told.set(service, { reason, at: Date.now() });
      const { hostname: domain } = new URL(service.url);
      log("warn", "external_token_fee", { chain: chainId, domain, reason });
    },
  };
}

/** Quotes as they came. */
type Quotes = z.infer<typeof quotesSchema>;

/** What was asked last. */
interface Known {
  readonly at: number;
  readonly quotes: Promise<Quotes>;
}

/** A question about an operation. */
interface Asked<T> {
  readonly method: string;
  readonly operation: OperationJson;
  readonly schema: z.ZodType<T>;
}

/** The one quote of a token; others may be there, and be wrong. */
function quoteOf({ service, token }: ExternalToken, quotes: readonly unknown[]): ExternalQuote {
  const found = quotes.flatMap((each) => {
    const { data } = quoteSchema.safeParse(each);
    return data !== undefined && isAddressEqual(data.token, token) ? [data] : [];
  });
  const [quote] = found;
  if (quote === undefined) throw failed("It has no price for this token.");
  if (found.length > 1) throw failed("It has several prices for this token.");
  checkPaymaster(service, quote.paymaster);
  const postOpGas = hexToBigInt(quote.postOpGas);
  const tokenPerNative = hexToBigInt(quote.exchangeRate);
  checkGas(quote.postOpGas, MOST_GAS);
  if (tokenPerNative === 0n) throw failed("Its price is 0.");
  return { tokenPerNative, postOpGas };
}

function checkPaymaster(service: ExternalTokenFeesConfig, named: Address): void {
  if (!isAddressEqual(service.paymaster, named)) {
    throw failed("It named another paymaster than the configuration.");
  }
}

function checkGas(gas: Hex, most: bigint): void {
  if (hexToBigInt(gas) > most) throw failed("It asks for more gas than it may have.");
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
