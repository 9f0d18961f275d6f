/**
 * Chooses account and sponsor, those of the request, else those of session and options; and checks the
 * chain.
 *
 * @module
 */
import { randomId } from "../../lib/random_id.ts";
import { type Address, isAddressEqual } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import type { SponsorRequest } from "../../protocol/requests.ts";
import { readSponsor } from "../../protocol/schema/sponsor.ts";
import type { Flow, PageContext, ServiceContext } from "./context.ts";

/** Throws if an account must not be asked for this; `null` before one is connected. */
export type Refuse = (account: Address | null) => void;

/**
 * Calls `run` with the connected account. Without a session it connects first, as the first step of
 * the same flow. Nothing is awaited with a session, so a popup can open in the click; what is refused
 * opens none.
 *
 * @throws {AcctError} `unauthorized` if `wanted` is another account than the connected one, or if the
 * request waited for its code until another one, or none, was connected
 */
export function asAccount<T>(
  context: PageContext,
  { wanted, refuse }: {
    readonly wanted?: Address | undefined;
    readonly refuse?: Refuse | undefined;
  },
  run: (account: Address, flow?: Flow) => Promise<T>,
): Promise<T> {
  const allow = (account: Address) => {
    if (wanted !== undefined && !isAddressEqual(wanted, account)) {
      throw new AcctError("unauthorized", { detail: `(${wanted})` });
    }
    refuse?.(account);
    return account;
  };
  const current = context.session()?.account.address;
  // Where the app names an account, a dialog that connects would offer others.
  const due = context.account ?? (current ? undefined : wanted);
  if (due && due !== current) throw new AcctError("unauthorized");
  if (current) return run(allow(current));
  refuse?.(null);
  const flow = { id: randomId(), step: 1, steps: 2 };
  return context.connect(undefined, flow).then(({ account }) =>
    run(allow(account.address), { ...flow, step: 2 })
  );
}

/**
 * Rejects a chain that the service does not serve, before a window opens. The current chain is served,
 * so only a request that names another one waits for this. Without the service's answer the wallet
 * decides.
 *
 * @throws {AcctError} `chain_unsupported` (5710) for batches, else `chain_unknown`
 */
export async function requireChain(
  { service, signal }: ServiceContext,
  chainId: number,
  cause: "chain_unknown" | "chain_unsupported" = "chain_unknown",
): Promise<void> {
  const known = await service.configuration(signal).catch(() => undefined);
  if (known?.chains.every(({ id }) => id !== chainId)) {
    throw new AcctError(cause, { detail: `(chain ${chainId})` });
  }
}

/** Chooses who pays: the request's own paymaster service, then the chain's, then none. */
export function chooseSponsor(
  { options }: PageContext,
  chainId: number,
  requested: SponsorRequest | undefined,
): { paymaster?: SponsorRequest } {
  if (requested !== undefined) return { paymaster: requested };
  const value = options.paymasters?.[chainId];
  if (value === undefined) return {};
  return { paymaster: readSponsor({ value, path: `paymasters[${chainId}]` }) };
}
