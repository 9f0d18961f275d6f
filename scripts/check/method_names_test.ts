import { assertEquals } from "@std/assert";
import { dialogMethods, MAX_FILES, tooSpread } from "./method_names.ts";

/** Files with the same text. */
function files(count: number, text: string): Map<string, string> {
  return new Map(Array.from({ length: count }, (_, index) => [`core/${index}.ts`, text]));
}

Deno.test("method names: one file more than may is reported, with all of them", () => {
  for (
    const text of [
      'ask("wallet_sendCalls")',
      "const table = { wallet_sendCalls: send };",
      "const table = { wallet_sendCalls(emit) {} };",
      'type Params = ParamsOf["wallet_sendCalls"];',
    ]
  ) {
    assertEquals(tooSpread(["wallet_sendCalls"], files(MAX_FILES, text)), []);
    const [problem = ""] = tooSpread(["wallet_sendCalls"], files(MAX_FILES + 1, text));
    assertEquals(
      problem.startsWith("wallet_sendCalls is named in 11 files, 10 may: core/0.ts"),
      true,
    );
    assertEquals(problem.includes("core/10.ts"), true);
  }
});

Deno.test("method names: comments, sentences and longer names are not counted", () => {
  for (
    const text of [
      '/** Answers "wallet_sendCalls". */',
      '// ask("wallet_sendCalls")',
      'const advice = "Pass the id that wallet_sendCalls returned.";',
      'ask("wallet_sendCallsNow")',
      'import { send } from "./wallet_sendCalls.ts";',
    ]
  ) {
    assertEquals(tooSpread(["wallet_sendCalls"], files(20, text)), [], text);
  }
});

Deno.test("method names: read from the table of previews", () => {
  const text =
    "export interface PreviewOf {\n  readonly a_b: A;\n  readonly c: C;\n}\nreadonly d: D;";
  assertEquals(dialogMethods(text), ["a_b", "c"]);
});
