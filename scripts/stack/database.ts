/**
 * A database for one stack or one test. It is in memory unless `TEST_DATABASE_URL` names a
 * PostgreSQL server. In that case it is a new database on that server, dropped at the end.
 * (`DATABASE_URL` is for the service. Tests never create data on a server used for other purposes.)
 *
 * @module
 */
import { join } from "node:path";
import { connect } from "../../service/store/engine/postgres.ts";
import { openStore, type Store } from "../../service/store/store.ts";

/** A private database. */
export interface OwnDatabase extends AsyncDisposable {
  /** Argument of `openStore`. */
  readonly database: string;
}

/** The PostgreSQL server that tests may make databases on, or undefined. */
export const testServer = (): string | undefined => Deno.env.get("TEST_DATABASE_URL");

/** Creates a database; `file` creates one that several processes can open. */
export async function ownDatabase({ file = false } = {}): Promise<OwnDatabase> {
  const server = testServer();
  if (server !== undefined) return await freshDatabase(server);
  if (!file) return { database: ":memory:", [Symbol.asyncDispose]: () => Promise.resolve() };
  const folder = await Deno.makeTempDir();
  return {
    database: join(folder, "service.sqlite"),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** A store on a private database, which is removed with the store. */
export async function openTestStore(): Promise<Store> {
  const own = await ownDatabase();
  const store = await openStore(own.database);
  const destroy = store.destroy.bind(store);
  Object.defineProperty(store, "destroy", {
    value: async () => {
      await destroy();
      await own[Symbol.asyncDispose]();
    },
  });
  return store;
}

/** A fresh database on a PostgreSQL server. */
export async function freshDatabase(server: string): Promise<OwnDatabase> {
  const name = `acct_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    database: url.href,
    [Symbol.asyncDispose]: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

async function administer(server: string, sql: string): Promise<void> {
  const client = await connect(server);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
