import { assertEquals } from "@std/assert";
import { addressesIn } from "./typed_tokens.ts";

const addressOf = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;

Deno.test("typed tokens: the first addresses of a message, each once, at any depth", () => {
  const [one, other] = [addressOf(10), addressOf(11)];
  const message = {
    a: one,
    b: [{ c: other }, one.toUpperCase().replace("X", "x")],
    d: "0x12",
    e: 7,
  };
  assertEquals(addressesIn(message).map((each) => each.toLowerCase()), [one, other]);
  const many = Array.from({ length: 10_000 }, (_, index) => ({ at: addressOf(index) }));
  assertEquals(addressesIn({ many }), many.slice(0, 20).map(({ at }) => at));
  assertEquals(addressesIn({ a: null, b: "", c: [] }), []);
});
