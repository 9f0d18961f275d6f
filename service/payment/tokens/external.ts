/**
 * Calls third-party token paymasters: prices by `pimlico_getTokenQuotes`, data by ERC-7677 with the
 * token in its context. Their URLs and contracts come from the configuration alone.
 *
 * @see
 * https://docs.pimlico.io/references/paymaster/erc20-paymaster/endpoints/pimlico_getTokenQuotes
 * @see https://eips.ethereum.org/EIPS/eip-7677
 * @module
 */
import { type Address, type Hex, hexToBigInt, isAddressEqual, numberToHex } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/protocol/errors.ts";
import {
  address,
  anything,
  bytes,
  list,
  object,
  optional,
  quantity,
  type Read,
  type Schema,
} from "../../../core/protocol/schema/schema.ts";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import type { ExternalTokenFeesConfig } from "../../chain/config.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import type { Log } from "../../telemetry/log.ts";
import { accepted, askOutside } from "../../outbound/outbound_rpc.ts";
import { monotonic } from "../../lib/monotonic.ts";

/** Quote of a paymaster for a token. */
export interface ExternalQuote {
  /** Units per 10^18 wei. */
  readonly tokenPerNative: bigint;
  /** Gas that the paymaster charges for its settlement. */
  readonly postOpGas: bigint;
}

/** Token and paymaster service of a request. */
export interface ExternalToken {
  readonly chainId: number;
  readonly service: ExternalTokenFeesConfig;
  readonly token: Address;
}

/**
 * Calls the services; every method throws `sponsor_failed` for a response that is not acceptable.
 */
export interface ExternalFees {
  /** Returns the price of a token, at most `within` milliseconds old. */
  quote(of: ExternalToken, options?: { readonly within?: number }): Promise<ExternalQuote>;
  /** Adds the paymaster's stub data and gas limits. */
  stub(of: ExternalToken, operation: OperationJson): Promise<OperationJson>;
  /** Adds the paymaster's signed data. */
  sign(of: ExternalToken, operation: OperationJson): Promise<OperationJson>;
  /** Logs why a response was not accepted; the same reason once a minute. */
  report(of: Pick<ExternalToken, "chainId" | "service">, error: Error): void;
}

/** Lifetime of a response, failures included: options are displayed often. */
const QUOTE_TTL_MS = 15_000;
/** Interval between log lines with the same reason. */
const LOG_INTERVAL_MS = 60_000;
/** Timeout per request. */
const TIMEOUT_MS = 2_000;
/** Maximum gas for each part of a paymaster's work, several times what common ones use. */
export const MAX_GAS = 500_000n;

/** Maximum quotes of one response. */
const MAX_QUOTES = 200;
/** Maximum size of the data that a paymaster adds. */
const MAX_DATA_BYTES = 4_096;

const quotesSchema = object({ quotes: list(anything, MAX_QUOTES) });
const quoteSchema = object({
  paymaster: address,
  token: address,
  postOpGas: quantity(64),
  exchangeRate: quantity(128),
});
const dataMembers = {
  paymaster: address,
  paymasterData: bytes(MAX_DATA_BYTES),
  paymasterVerificationGasLimit: optional(quantity(64)),
};
const dataSchema = object({ ...dataMembers, paymasterPostOpGasLimit: optional(quantity(64)) });
/** No estimate reaches the settlement with a stub, so the stub must state its gas. */
const stubSchema = object({ ...dataMembers, paymasterPostOpGasLimit: quantity(64) });

/** Creates the client, which follows the rules for outbound URLs. */
export function createExternalFees(outbound: Outbound, log: Log): ExternalFees {
  const rules = { timeout: TIMEOUT_MS, ...outbound };
  const known = new WeakMap<ExternalTokenFeesConfig, Known>();
  const told = new WeakMap<ExternalTokenFeesConfig, { readonly reason: string; at: number }>();

  /** Returns all quotes of a service from the cache; parallel callers share one request. */
  function quotes({ service, chainId }: ExternalToken, within: number): Promise<Quotes> {
    const before = known.get(service);
    if (before !== undefined && monotonic() - before.at < within) return before.quotes;
    const tokens = service.tokens.map(({ address }) => address);
    const asked = askOutside({
      url: service.url,
      method: "pimlico_getTokenQuotes",
      params: [{ tokens }, ENTRY_POINT, numberToHex(chainId)],
      schema: quotesSchema,
      standard: "pimlico_getTokenQuotes",
    }, rules);
    // Callers handle the failure; without a caller it must not become an unhandled rejection.
    asked.catch(() => {});
    known.set(service, { at: monotonic(), quotes: asked });
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
    async quote(of, { within = QUOTE_TTL_MS } = {}) {
      return findQuote(of, (await quotes(of, within)).quotes);
    },
    async stub(of, operation) {
      const stub = await data(of, {
        method: "pm_getPaymasterStubData",
        operation,
        schema: stubSchema,
      });
      checkPaymaster(of.service, stub.paymaster);
      const { paymasterVerificationGasLimit = "0x0", paymasterPostOpGasLimit } = stub;
      checkGas(paymasterVerificationGasLimit, MAX_GAS);
      checkGas(paymasterPostOpGasLimit, MAX_GAS);
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
      // Some sign for less gas than requested; more would cost more than was displayed.
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
      if (last?.reason === reason && monotonic() - last.at < LOG_INTERVAL_MS) return;
      told.set(service, { reason, at: monotonic() });
      const { hostname: domain } = new URL(service.url);
      log("warn", "external_token_fee", { chain: chainId, domain, reason });
    },
  };
}

/** Unvalidated quotes. */
type Quotes = Read<typeof quotesSchema>;

/** Last request to a service. */
interface Known {
  readonly at: number;
  readonly quotes: Promise<Quotes>;
}

/** Request about an operation. */
interface Asked<T> {
  readonly method: string;
  readonly operation: OperationJson;
  readonly schema: Schema<T>;
}

/** Finds the single quote of a token; quotes of other tokens may be there, and be invalid. */
function findQuote({ service, token }: ExternalToken, quotes: readonly unknown[]): ExternalQuote {
  const found = quotes.flatMap((each) => {
    const data = accepted(quoteSchema, each);
    return data !== undefined && isAddressEqual(data.token, token) ? [data] : [];
  });
  const [quote] = found;
  if (quote === undefined) throw failed("It has no price for this token.");
  if (found.length > 1) throw failed("It has several prices for this token.");
  checkPaymaster(service, quote.paymaster);
  const postOpGas = hexToBigInt(quote.postOpGas);
  const tokenPerNative = hexToBigInt(quote.exchangeRate);
  checkGas(quote.postOpGas, MAX_GAS);
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
