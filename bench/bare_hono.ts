/**
 * A server of Hono alone, to compare the service with: it reads a JSON-RPC request and answers with a
 * text, or with the newest operations of an account by one prepared statement. Its argument is the path
 * of a database in SQLite.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";

const database = new DatabaseSync(Deno.args[0]!, { readOnly: true });
const newest = database.prepare(
  "select id, idx, state, success, created_at, chain_id, tx_hash, caller_id from operations " +
    "where sender = ? order by idx desc limit ?",
);
const server = new Hono()
  .post("/hello", async (context) => {
    const { id } = await context.req.json();
    return context.json({ jsonrpc: "2.0", id, result: "hello" });
  })
  .post("/page", async (context) => {
    const { id, params: [{ address, limit }] } = await context.req.json();
    return context.json({ jsonrpc: "2.0", id, result: newest.all(address, limit) });
  });
Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) },
  server.fetch,
);
