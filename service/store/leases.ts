/** Grants one process at a time the right to do some work. @module */
import { sql } from "kysely";
import type { Store } from "./store.ts";

/** Name of this process. */
const holder = crypto.randomUUID();

/**
 * Acquires or renews a lease for some milliseconds.
 *
 * @returns false while another process has it
 */
export async function takeLease(
  store: Store,
  name: string,
  ms: number,
  by: string = holder,
): Promise<boolean> {
  const now = sql.lit(Date.now());
  const { rows } = await sql<{ holder: string }>`
    insert into leases (name, holder, until) values (${name}, ${by}, ${now} + ${sql.lit(ms)})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where leases.holder = excluded.holder or leases.until < ${now}
    returning holder
  `.execute(store);
  return rows.length === 1;
}

/** Ends a lease of this process. */
export async function endLease(store: Store, name: string, by: string = holder): Promise<void> {
  await store.deleteFrom("leases").where("name", "=", name).where("holder", "=", by).execute();
}
