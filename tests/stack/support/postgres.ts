/**
 * A PostgreSQL server for tests that need one, independent of the other tests' database.
 *
 * @module
 */
import { startPostgres } from "../../../scripts/stack/postgres.ts";

/** A separate database on a separate server. */
export interface TestServer extends AsyncDisposable {
  /** URL of the database. */
  readonly url: string;
  /** Ends the server as a crash does. */
  halt(): Promise<void>;
  /** Starts it again. */
  restart(): Promise<void>;
  /** Stops its processes until the result is disposed of. */
  hang(): Promise<Disposable>;
}

/**
 * Starts a server; null with a warning if none is installed.
 *
 * @throws {Error} instead of null if `REQUIRE_ALL=1`
 */
export async function testServer(name: string): Promise<TestServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    if (Deno.env.get("REQUIRE_ALL") === "1") throw error;
    console.error(`NOT RUN: ${name}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
