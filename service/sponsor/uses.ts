/** Lists the counters that a sponsored operation uses. @module */
import { networkBlock } from "../http/client_address.ts";
import type { SponsorshipTable } from "../store/schema.ts";
import type { Use } from "../store/counters.ts";
import type { Reservation } from "./ledger.ts";

/** Builds the change of a row's cost. */
export function costsOf(
  { network }: Pick<SponsorshipTable, "network">,
  by: number,
): Pick<Use, "kind" | "subject" | "by">[] {
  return [
    { kind: "gwei", subject: "", by },
    ...(network === null
      ? []
      : [{ kind: "block_gwei", subject: networkBlock(network), by } as const]),
  ];
}

/** Lists the counters of operations that a request uses, with their limits. */
export function countsOf(request: Reservation): Use[] {
  const { policy } = request;
  const share = (limit: number) => Math.ceil(limit * policy.percentPerNetworkBlock / 100);
  const limits: Partial<Record<Use["kind"], number>> = {
    operations: policy.operationsPerDay,
    sender: policy.operationsPerSenderPerDay,
    deployments: policy.deploymentsPerDay,
    without_origin: policy.operationsPerDayWithoutOrigin,
    network: policy.operationsPerNetworkPerDay,
    block: share(policy.operationsPerDay),
    block_deployments: share(policy.deploymentsPerDay),
  };
  return kindsOf({
    sender: request.sender.toLowerCase(),
    deploys: request.deploys ? 1 : 0,
    with_origin: request.withOrigin ? 1 : 0,
    network: request.network,
  }).map((use) => ({ ...use, by: 1, limit: limits[use.kind]! }));
}

/** Lists the counters that one operation uses. */
export function kindsOf(
  { sender, deploys, with_origin: withOrigin, network }: Pick<
    SponsorshipTable,
    "sender" | "deploys" | "with_origin" | "network"
  >,
): Pick<Use, "kind" | "subject">[] {
  const block = network === null ? null : networkBlock(network);
  return [
    { kind: "operations", subject: "" },
    ...(deploys === 0 ? [] : [{ kind: "deployments", subject: "" } as const]),
    ...(withOrigin === 1 ? [] : [{ kind: "without_origin", subject: "" } as const]),
    { kind: "sender", subject: sender },
    ...(network === null || block === null ? [] : [
      { kind: "network", subject: network },
      { kind: "block", subject: block },
      ...(deploys === 0 ? [] : [{ kind: "block_deployments", subject: block } as const]),
    ] as const),
  ];
}

/** Lists the counters of money that a request uses, with their limits. */
export function gweiOf({ policy, network }: Reservation, by: number): Use[] {
  const most = policy.gweiPerDay;
  const share = Math.ceil(most * policy.percentPerNetworkBlock / 100);
  return costsOf({ network }, by).map((use) => ({
    ...use,
    limit: use.kind === "gwei" ? most : share,
  }));
}
