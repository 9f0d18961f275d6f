/** Export of the activity: a table in which spreadsheets run no formula. */
import { assertEquals } from "@std/assert";
import { toCsv } from "./csv.ts";
import type { Entry } from "./read.ts";

const entry = (title: string, symbol = "USDC"): Entry => ({
  id: `0x${"11".repeat(32)}`,
  index: 1,
  status: 200,
  timestamp: 1_700_000_000,
  chainId: 1,
  chainName: "One",
  transactionHash: `0x${"22".repeat(32)}`,
  explorer: null,
  sentence: { kind: "sent", title, amount: "2.5", symbol, party: `0x${"c7".repeat(20)}` },
});

const lines = (...entries: Entry[]) => toCsv(entries).trimEnd().split("\r\n").slice(1);

Deno.test("csv: a line per operation, with a heading", () => {
  const [heading] = toCsv([]).split("\r\n");
  assertEquals(heading, "time,network,state,action,amount,token,from,to,transaction");
  assertEquals(lines(entry("Sent \u20682.5\u00a0USDC\u2069")), [
    `2023-11-14T22:13:20.000Z,One,done,Sent 2.5 USDC,2.5,USDC,,0x${"c7".repeat(20)},0x${
      "22".repeat(32)
    }`,
  ]);
});

Deno.test("csv: the sender, and an unknown token by its contract", () => {
  const [token, sender] = [`0x${"d6".repeat(20)}`, `0x${"c7".repeat(20)}`] as const;
  const incoming: Entry = {
    ...entry("Received an unknown token"),
    sentence: {
      kind: "unknown",
      title: "Received an unknown token",
      line: "Calls itself USDC",
      incoming: true,
      contract: token,
      party: sender,
    },
  };
  assertEquals(lines(incoming)[0]!.split(",").slice(3, 8), [
    "Received an unknown token",
    "",
    token,
    sender,
    "",
  ]);
});

Deno.test("csv: cells that spreadsheets would run, and cells that would break the table", () => {
  const token = (symbol: string) => lines(entry("Sent", symbol))[0]!.split("done,Sent,2.5,")[1]!;
  for (
    const [symbol, written] of [
      ["=1+1", "'=1+1"],
      ["+A1", "'+A1"],
      ["-A1", "'-A1"],
      ["@SUM(A1)", "'@SUM(A1)"],
      [" =1", "' =1"],
      // Behind hidden characters, and behind a quote.
      ["\u2068=1\u2069", "'=1"],
      ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
      // If a semicolon or a tab separates cells, and with fullwidth characters.
      ["A;=1+1", '"A;\'=1+1"'],
      ["A; =cmd|'/C x'!A", `"A;' =cmd|'/C x'!A"`],
      ["A;;+1", `"A;;'+1"`],
      ['A";=1', `"A"";'=1"`],
      ['A;"=1', `"A;'""=1"`],
      ["A\t@x", '"A\t\'@x"'],
      ["\uff1d1+1", "'\uff1d1+1"],
      ["A;\uff0b1", `"A;'\uff0b1"`],
      ["UNI-V2", "UNI-V2"],
      ["a;b", '"a;b"'],
      ["a,b", '"a,b"'],
      ["a\nb", '"a\nb"'],
      ['a"b', '"a""b"'],
      ["plain", "plain"],
    ] as const
  ) {
    assertEquals([symbol, token(symbol).startsWith(`${written},`)], [symbol, true]);
  }
});
