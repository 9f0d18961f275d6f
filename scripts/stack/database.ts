/**
 * A database for one stack or one test: in memory, or, when `TEST_DATABASE_URL` names a PostgreSQL
 * server, a fresh one there that is dropped at the end. (`DATABASE_URL` is the service's own: tests
 * create nothing on a server that others use.)
 *
 * @module
 */
import { join } from "node:path";
import { connect } from "../../service/store/postgres.ts";
import { openStore, type Store } from "../../service/store/store.ts";

/** A database of one's own. */
export interface OwnDatabase extends AsyncDisposable {
  /** Argument of `openStore`. */
  readonly database: string;
}

/** The PostgreSQL server that tests may make databases on, or undefined. */
export const testServer = (): string | undefined => Deno.env.get("TEST_DATABASE_URL");

/** Makes a database; `file` makes one that several processes can open. */
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

/** A store on a database of its own, which ends with the store. */
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
