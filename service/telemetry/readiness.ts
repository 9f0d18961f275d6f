/** Checks whether the service is ready: each chain's node, and the database. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Context } from "../context.ts";

/** Result of the check. */
export interface Readiness {
  /** True if everything is up. */
  readonly ok: boolean;
  /** True if the database is up. */
  readonly database: boolean;
  /** State per chain; `error` is the cause if it is down. */
  readonly chains: readonly {
    readonly id: number;
    readonly ok: boolean;
    readonly error?: string;
  }[];
}

/** Checks everything that the service depends on. */
export async function readiness(context: Context): Promise<Readiness> {
  const chains = await Promise.all([...context.chains.values()].map(async (chain) => {
    const error = await chain.probe().then(() => chain.node.request("eth_blockNumber"))
      .then(() => null, (error) => error instanceof AcctError ? error.data.cause : "internal");
    return { id: chain.id, ok: error === null, ...(error !== null && { error }) };
  }));
  const database = await context.store.selectFrom("projects").select("id").limit(1).execute()
    .then(() => true, () => false);
  return { ok: database && chains.every((chain) => chain.ok), database, chains };
}
