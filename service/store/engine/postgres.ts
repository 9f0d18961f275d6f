/**
 * Connects Kysely to PostgreSQL through `pg`. It is loaded with the first connection, so never on
 * SQLite.
 *
 * @module
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from "kysely";
import { AcctError } from "../../../core/ground/errors.ts";

/** Connections per process. */
const MAX_CONNECTIONS = 10;
/** Maximum milliseconds to get a connection, and for a statement. */
const TIMEOUT_MS = { connection: 1_500, statement: 10_000 } as const;

/** Types of the used functions of `pg`, because the package has none. */
interface Pg {
  readonly Pool: new (options: object) => PostgresPool & {
    on(event: "error", listener: (error: Error) => void): void;
    on(event: "connect", listener: (client: PgClient) => void): void;
  };
  readonly Client: new (options: object) => PgClient;
  readonly types: { getTypeParser(oid: number, format?: string): (text: string) => unknown };
}

/** Connection of `pg` outside of the pool. */
export interface PgClient {
  /** Connects. */
  connect(): Promise<void>;
  /** Runs a statement. */
  query(sql: string): Promise<unknown>;
  /** Listens to notifications, and to the closing of the connection. */
  on(event: "notification", listener: (message: { payload?: string }) => void): void;
  on(event: "error" | "end", listener: (error?: Error) => void): void;
  /** Closes it. */
  end(): Promise<void>;
}

/** Returns whether a configured database is PostgreSQL. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

/** Options of {@linkcode postgresDialect}. */
export interface PostgresOptions {
  /** Lifts the time limits of statements and locks, regardless of the server's settings. */
  readonly unlimited?: boolean;
}

/** Creates a dialect for the database at the URL. */
export function postgresDialect(
  url: string,
  { unlimited = false }: PostgresOptions = {},
): Dialect {
  const driver = {
    pool: () => openPool(url, unlimited ? {} : limits),
    ...(unlimited && { onCreateConnection: unlimit }),
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(driver),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Opens a connection outside of the pool. */
export async function connect(url: string): Promise<PgClient> {
  const { Client } = await loadPg();
  const client = new Client({
    ...connectionOptions(url),
    connectionTimeoutMillis: TIMEOUT_MS.connection,
    keepAlive: true,
  });
  client.on("error", ignore);
  await client.connect();
  return client;
}

async function loadPg(): Promise<Pg> {
  return (await import("pg")).default as unknown as Pg;
}

function connectionOptions(url: string): object {
  return { connectionString: url, application_name: "acct" };
}

/** PostgreSQL's type ids of 64-bit integers and of their sums. */
const WIDE = new Set([20, 1700]);

/** Time limits while the service runs. */
const limits = {
  statement_timeout: TIMEOUT_MS.statement,
  // A lock of a disconnected peer is released with its connection. Do not wait that long.
  lock_timeout: TIMEOUT_MS.statement,
  query_timeout: TIMEOUT_MS.statement + 1_000,
  idle_in_transaction_session_timeout: TIMEOUT_MS.statement,
} as const;

/** Lifts the limits that the server or the role may set. */
async function unlimit(connection: DatabaseConnection): Promise<void> {
  for (
    const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
  ) {
    await connection.executeQuery(CompiledQuery.raw(`set ${name} = 0`));
  }
}

async function openPool(url: string, bounds: object): Promise<PostgresPool> {
  const { Pool, types } = await loadPg();
  const pool = new Pool({
    ...connectionOptions(url),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS.connection,
    ...bounds,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: string) =>
        WIDE.has(oid) && format !== "binary" ? wholeNumber : types.getTypeParser(oid, format),
    },
  });
  // The server closed idle connections; the next query opens another.
  pool.on("error", ignore);
  // The pool only handles errors of idle connections. An error between two queries of a connection
  // in use would terminate the process.
  pool.on("connect", (client) => client.on("error", ignore));
  return {
    async connect() {
      try {
        return guarded(await pool.connect());
      } catch (error) {
        throw storageError(error);
      }
    },
    end: () => pool.end(),
    get options() {
      return pool.options;
    },
  };
}

/** Has no effect: the connection's next query fails with the reason. */
function ignore(): void {}

/** Wraps a connection to translate its errors. */
const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
function guarded(client: PostgresPoolClient): PostgresPoolClient {
  const before = known.get(client);
  if (before !== undefined) return before;
  const wrapped = {
    query: (sql: string, values: readonly unknown[]) =>
      client.query(sql, values).catch((error) => {
        throw storageError(error);
      }),
    release: (error?: boolean) => client.release(error),
  } as PostgresPoolClient;
  known.set(client, wrapped);
  return wrapped;
}

/** Parses integers as SQLite returns them: every stored number is exact in a double. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`not a safe whole number: ${text}`);
  return number;
}

/**
 * SQLSTATE of a full disk, and of a server that is starting, shutting down, read-only, or out of
 * connections or time.
 */
const FULL = /^53100$/;
/** SQLSTATE of a text that PostgreSQL cannot hold: none can have U+0000. */
const NO_TEXT = /^22021$/;
const DOWN = /^(08...|25006|57P0[1-5]|57014|53300|55P03|40P01)$/;

/** Translates errors that are no fault of the service; returns others unchanged. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AcctError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (NO_TEXT.test(code)) {
    const detail = "A text has the character U+0000.";
    return new AcctError("invalid_params", { detail, cause: error });
  }
  if (FULL.test(code)) return new AcctError("storage_full", { cause: error });
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  // Without a SQLSTATE it did not come from the server: refused, interrupted, or timed out.
  return DOWN.test(code) || !isSqlState ? new AcctError("storage_down", { cause: error }) : error;
}
