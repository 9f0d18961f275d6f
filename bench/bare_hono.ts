/**
 * A plain Hono server as a baseline for the service: it reads a JSON-RPC request and answers with a
 * text, or with the newest operations of an account from one prepared statement. Its argument is
 * the path of a SQLite database, or the URL of a PostgreSQL database.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import pg from "pg";

type Newest = (address: string, limit: number) => unknown;

/** The statement, with the placeholders of a database. */
const select = (address: string, limit: string) =>
  "select id, idx, state, success, created_at, chain_id, tx_hash, caller_id from operations " +
  `where sender = ${address} order by idx desc limit ${limit}`;

function openSqlite(path: string): Newest {
  const newest = new DatabaseSync(path, { readOnly: true }).prepare(select("?", "?"));
  return (address, limit) => newest.all(address, limit);
}

function openPostgres(connectionString: string): Newest {
  // The same number of connections as the service.
  const pool = new pg.Pool({ connectionString, max: 10 });
  const text = select("$1", "$2");
  return async (address, limit) =>
    (await pool.query({ name: "newest", text, values: [address, limit] })).rows;
}

const database = Deno.args[0]!;
const newest = database.startsWith("postgres") ? openPostgres(database) : openSqlite(database);
const server = new Hono()
  .post("/hello", async (context) => {
    const { id } = await context.req.json();
    return context.json({ jsonrpc: "2.0", id, result: "hello" });
  })
  .post("/page", async (context) => {
    const { id, params: [{ address, limit }] } = await context.req.json();
    return context.json({ jsonrpc: "2.0", id, result: await newest(address, limit) });
  });
Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) },
  server.fetch,
);
