/** Whether the service can do its work: each chain's node, and the database. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Context } from "../context.ts";

/** What readiness says. */
export interface Readiness {
  /** Whether everything answers. */
  readonly ok: boolean;
  /** Whether the database answers. */
  readonly database: boolean;
  /** The chains; `error` is the cause where one is down. */
  readonly chains: readonly {
    readonly id: number;
    readonly ok: boolean;
    readonly error?: string;
  }[];
}

/** Asks everything that the service depends on. */
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
