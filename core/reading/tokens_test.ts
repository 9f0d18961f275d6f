import { assertEquals } from "@std/assert";
import { listedFirst, tokenView } from "./tokens.ts";

const address = `0x${"a1".repeat(20)}` as const;
const symbolOf = (symbol: string, listed?: true) =>
  tokenView({ address, symbol, name: "", decimals: 0, ...(listed && { listed }) }).symbol;

Deno.test("tokens: a symbol that a contract chose cannot form a sentence", () => {
  const rows: [symbol: string, shown: string][] = [
    ["X · Get 9 ETH", "XGet9ETH"],
    ["X\u00a0and 9\u2003ETH", "Xand9ETH"],
    ["X, ✓ free", "Xfree"],
    ["“X” — (0)", "X0"],
    ["X:\u202e0", "X0"],
    ["✓ ·", "0xa1a1…a1a1"],
    ["?", "0xa1a1…a1a1"],
    ["USD₮0", "USD₮0"],
    ["UNI-V2", "UNI-V2"],
    ["BTC.b", "BTC.b"],
    ["$PEPE", "$PEPE"],
    ["crvUSD/USDT", "crvUSD/USDT"],
    ["円", "円"],
    ["y".repeat(15) + "…", "y".repeat(15) + "…"],
  ];
  for (const [symbol, shown] of rows) assertEquals(symbolOf(symbol), shown);
  // The operator vouches for its own list.
  assertEquals(symbolOf("Cake LP", true), "Cake LP");
});

Deno.test("tokens: tokens listed by the operator come first, in their order", () => {
  const named = (symbol: string, listed?: true) => ({
    address,
    symbol,
    name: "",
    decimals: 0,
    ...(listed && { listed }),
  });
  const tokens = [named("A"), named("B", true), named("C"), named("D", true)];
  assertEquals(listedFirst(tokens).map(({ symbol }) => symbol), ["B", "D", "A", "C"]);
});
