import { assertEquals } from "@std/assert";
import { loadTypeScript } from "../npm/tools.ts";
import { importsIn, pathOf } from "./imports.ts";

Deno.test("imports: each spelling is found, and types are told apart", async () => {
  const ts = await loadTypeScript();
  const cases: [text: string, target: string | null, type: boolean][] = [
    [`import { a } from "../a.ts";`, "../a.ts", false],
    [`import "./a.ts";`, "./a.ts", false],
    [`import {\n  // first; second\n  a,\n} from "../a.ts";`, "../a.ts", false],
    [`import { type A, b } from "../a.ts";`, "../a.ts", false],
    [`import { type A } from "../a.ts";`, "../a.ts", true],
    [`import type { A } from "../a.ts";`, "../a.ts", true],
    [`export * from "./a.ts";`, "./a.ts", false],
    [`export const b = 1; export { a } from "./a.ts";`, "./a.ts", false],
    [`export type { A } from "./a.ts";`, "./a.ts", true],
    [`const a = () => import(\n  "./a.ts"\n);`, "./a.ts", false],
    ["const a = () => import(`./a.ts`);", "./a.ts", false],
    [`const a = () => import(path);`, null, false],
    [`const a = () => import(new URL("./a.ts", import.meta.url).href);`, null, false],
    [`type A = import("./a.ts").A;`, "./a.ts", true],
    [`const a = import("@sdk/core");`, "@sdk/core", false],
  ];
  for (const [text, target, type] of cases) {
    assertEquals([text, importsIn(ts, "core/b.ts", text)], [text, [{ target, type }]]);
  }
  assertEquals(importsIn(ts, "core/b.ts", `// import "./a.ts"\nconst a = 'import "./a.ts"';`), []);
  assertEquals(pathOf("core/page/b.ts", "../lib/a.ts"), "core/lib/a.ts");
  assertEquals(pathOf("core/page/b.ts", "viem"), null);
});
