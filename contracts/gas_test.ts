import { assertEquals } from "@std/assert";
import { bars, type GasTable, measureGas } from "./gas.ts";

Deno.test("operations cost no more than the bars, give or take two per cent", async () => {
  const table = await measureGas();
  for (const name of Object.keys(bars) as (keyof GasTable)[]) {
    assertEquals(table[name] <= bars[name] * 1.02, true, `${name}: ${table[name]}`);
  }
});
