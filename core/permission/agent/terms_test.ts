import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { readAgentTerms } from "./terms.ts";

const read = (value: unknown) => readAgentTerms(value, "params[0].agent");

Deno.test("agent: its texts have no hidden characters, closing quotes, or imitations of amounts", () => {
  const rows: [name: string, shown: string][] = [
    ["Research agent", "Research agent"],
    ["Ada\u202e\u200b\u2066 ✓", "Ada"],
    ["Ada” may spend nothing. “", "Ada may spend nothing."],
    ['«Ada»「x」„y“"z"<b>', "Adaxyzb"],
    ["$0.00 · €5", "0.00 5"],
    ["研究 ナビ علي", "研究 ナビ علي"],
    ["a".repeat(80), `${"a".repeat(47)}…`],
    ["  a \n\t b  ", "a b"],
  ];
  for (const [name, shown] of rows) assertEquals(read({ name }).name, shown);
});

Deno.test("agent: without a name, or with invalid hosts, it is rejected with the field", () => {
  const field = (value: unknown) => assertThrows(() => read(value), AcctError).data.field;
  assertEquals(field({}), "params[0].agent.name");
  assertEquals(field({ name: "“”✓" }), "params[0].agent.name");
  assertEquals(field({ name: "a".repeat(1_000) }), "params[0].agent.name");
  assertEquals(field({ name: 7 }), "params[0].agent.name");
  assertEquals(field({ name: "Ada", purpose: "x".repeat(2_000) }), "params[0].agent.purpose");
  for (const host of ["https://a.example", "a.example/x", "a b", "", "а.example\u202e"]) {
    assertEquals(field({ name: "Ada", hosts: [host] }), "params[0].agent.hosts[0]");
  }
  assertEquals(
    field({ name: "Ada", hosts: Array.from({ length: 9 }, () => "a.example") }),
    "params[0].agent.hosts",
  );
  assertEquals(read({ name: "Ada", purpose: "To pay", hosts: ["*.A.example", "b.example:8443"] }), {
    name: "Ada",
    purpose: "To pay",
    hosts: ["*.a.example", "b.example:8443"],
  });
});
