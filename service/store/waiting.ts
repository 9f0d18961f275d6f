/** Tells what the start on a PostgreSQL database waits for, which nothing bounds. @module */
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Milliseconds before the first word, and between those that follow. */
const TELL_MS = { first: 5_000, next: 60_000 } as const;
/** Number of the lock of those that prepare indexes, among those that PostgreSQL keeps for applications. */
export const INDEX_LOCK = sql<string>`hashtext('acct.indexes')`;

/** A connection that another one waits for. */
interface Blocker {
  readonly pid: number;
  readonly name: string | null;
  /** Null where the role may not see it. */
  readonly state: string | null;
  readonly seconds: number | null;
  /** Whether it prepares indexes, for another process. */
  readonly prepares: boolean;
}

/**
 * Does work on connections with a name of their own, and tells what they wait for as long as it takes.
 *
 * @param name `application_name` of the connections
 */
export async function tellWaiting<T>(
  store: Kysely<Schema>,
  name: string,
  onWait: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const begin = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const tell = async () => {
    const waits = await findBlocker(store, name).then(describe, () => "");
    if (ended) return;
    const seconds = Math.round((performance.now() - begin) / 1_000);
    onWait(
      `The start prepares the tables of the database since ${seconds} s. ${
        waits || "Nothing keeps it waiting: indexes of large tables take minutes."
      }`,
    );
    timer = setTimeout(tell, TELL_MS.next);
  };
  timer = setTimeout(tell, TELL_MS.first);
  try {
    return await work();
  } finally {
    ended = true;
    clearTimeout(timer);
  }
}

/**
 * Finds the oldest transaction that our connections wait for, or that the process waits for which
 * prepares indexes; that process itself if it waits for none.
 */
async function findBlocker(store: Kysely<Schema>, name: string): Promise<Blocker | undefined> {
  const { rows } = await sql<Blocker>`
    with preparing as (
      select locks.pid from pg_locks locks join pg_database on pg_database.oid = locks.database
      where locktype = 'advisory' and granted and datname = current_database()
        and objid = (${INDEX_LOCK}::bigint & 4294967295)::oid
        and classid = ((${INDEX_LOCK}::bigint >> 32) & 4294967295)::oid
    ), waiting as (
      select pid from pg_stat_activity
      where datname = current_database() and application_name = ${name}
      union select pid from preparing
    ), blockers as (
      select unnest(pg_blocking_pids(pid)) as pid from waiting union select pid from preparing
    )
    select blockers.pid, application_name as name, state,
      extract(epoch from clock_timestamp() - xact_start)::int as seconds,
      blockers.pid in (select pid from preparing) as prepares
    from blockers left join pg_stat_activity activity on activity.pid = blockers.pid
    where application_name is distinct from ${name}
    order by prepares, xact_start limit 1`.execute(store);
  return rows[0];
}

function describe(blocker: Blocker | undefined): string {
  if (blocker === undefined) return "";
  const { pid, name, state, seconds, prepares } = blocker;
  if (prepares) return `It waits for another process that prepares indexes (connection ${pid}).`;
  const parts = [
    `connection ${pid}`,
    ...(name ? [`of ${name}`] : []),
    ...(state === null ? [] : [state]),
    ...(seconds === null ? [] : [`begun ${seconds} s ago`]),
  ];
  return `It waits for an older transaction (${parts.join(", ")}) and goes on once that has ended.`;
}
