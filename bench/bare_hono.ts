/**
 * A server of Hono alone, to compare the service with: a text, and the newest operations of an account
 * by one prepared statement. Its argument is the path of a database in SQLite.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import { account } from "../service/store/testing/fill.ts";

const database = new DatabaseSync(Deno.args[0]!, { readOnly: true });
const newest = database.prepare(
  "select id, idx, state, success, created_at, chain_id, tx_hash, caller_id from operations " +
    "where sender = ? order by idx desc limit 20",
);
const server = new Hono()
  .get("/hello", (context) => context.text("hello"))
  .get("/page", (context) => context.json(newest.all(account)));
Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) },
  server.fetch,
);
