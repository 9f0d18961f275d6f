/** Signs for our `SponsorPaymaster`. @module */
import type { Hex } from "viem";
import { encodeSponsorData, sponsorHash, sponsorStubData } from "../../../contracts/paymaster.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { SponsorConfig } from "../../chain/config.ts";
import { signerOf } from "../../chain/signers.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { operationHash, toOperation } from "../../entry_point/codec.ts";
import type { Near } from "../../store/rows/counters.ts";
import { record } from "../ledger/ledger.ts";
import { refused } from "../ledger/refusals.ts";
import type { Reserved } from "../ledger/reservation.ts";

/** Lifetime of a sponsor's signature in seconds: a quote, its review, and inclusion. */
const LIFETIME_S = 600;
/** Lifetime for accounts that are not onchain yet, because these cost nothing to create. */
const FRESH_LIFETIME_S = 180;

/** Placeholder for estimates before the sponsor has signed. */
export const stubData: Hex = sponsorStubData;

/**
 * Signs an operation whose other fields are final. The ledger records it before the signature is
 * returned.
 *
 * @throws {AcctError} `sponsor_failed` naming the limit
 */
export async function signAndRecord(
  context: PaymentContext,
  sponsor: SponsorConfig,
  request: Reserved,
  { operation, cost, now, chainTime }: {
    readonly operation: OperationJson;
    /** Maximum, in wei. */
    readonly cost: bigint;
    /** Unix seconds, by the later of our clock and the chain's. */
    readonly now: number;
    readonly chainTime: number;
  },
): Promise<OperationJson> {
  const { terms } = request;
  const callGas = BigInt(operation.callGasLimit);
  if (terms.mode === "sponsored" && callGas > BigInt(terms.policy.callGasPerOperation)) {
    throw refused({
      detail: `The calls need ${callGas} gas; the sponsor pays for at most ` +
        `${terms.policy.callGasPerOperation}.`,
    });
  }
  const until = now + (request.fresh ? FRESH_LIFETIME_S : LIFETIME_S);
  const { chainId } = request;
  const paymasterData = await signSponsorship(sponsor, chainId, operation, until);
  const signed = { ...operation, paymasterData };
  const hash = operationHash(signed, chainId);
  warnNear(
    context,
    request.keyId,
    await record(context.store, request, { hash, cost, until, chainTime }),
  );
  return signed;
}

/** Warns the operator of limits that are nearly used up. */
export function warnNear(
  { log, metrics }: Pick<PaymentContext, "log" | "metrics">,
  key: string,
  near: readonly Near[],
): void {
  for (const { kind, limit } of near) {
    metrics.count("acct_sponsor_limit_near_total", { key, limit: kind });
    log("warn", "sponsor_limit_near", { key, limit: kind, of: limit });
  }
}

/** Signs `paymasterData` for an operation whose other fields are final. */
export async function signSponsorship(
  sponsor: SponsorConfig,
  chainId: number,
  operation: OperationJson,
  validUntil: number,
): Promise<Hex> {
  const window = { validAfter: 0, validUntil };
  const signature = await signerOf(sponsor).sign({
    hash: sponsorHash({
      paymaster: sponsor.paymaster,
      chainId,
      operation: toOperation(operation),
      ...window,
    }),
  });
  return encodeSponsorData({ ...window, signature });
}
