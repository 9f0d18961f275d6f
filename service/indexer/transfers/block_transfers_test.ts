/** Rows of a day: so many of a token, and of all unknown ones. */
import { assertEquals } from "@std/assert";
import { createCounter, MAX_ROWS_PER_DAY } from "./block_transfers.ts";

const row = { account: "0xa", chain_id: 1, token: "0x1", own: 0, listed: 0, digits: 3 };

Deno.test("transfers of a day: unknown tokens have a share per token and a total", () => {
  const counter = createCounter([{ ...row, rows: MAX_ROWS_PER_DAY.token - 1 }]);
  assertEquals([counter.take(row), counter.take(row)], [true, false]);
  let taken = MAX_ROWS_PER_DAY.token;
  for (let n = 2; n < 200; n++) if (counter.take({ ...row, token: `0x${n}` })) taken++;
  assertEquals(taken, MAX_ROWS_PER_DAY.others);
  // Listed tokens, the account's own transfers and other accounts lose no rows.
  for (const other of [{ listed: 1 }, { own: 1, listed: 1 }, { account: "0xb" }]) {
    assertEquals(counter.take({ ...row, token: "0xffff", ...other }), true);
  }
});

Deno.test("transfers of a day: much dust of a listed token leaves capacity for larger amounts", () => {
  const listed = { ...row, listed: 1 };
  const counter = createCounter([{ ...listed, rows: MAX_ROWS_PER_DAY.listed }]);
  assertEquals([counter.take(listed), counter.take({ ...listed, digits: 4 })], [false, true]);
});
