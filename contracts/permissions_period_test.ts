import { assertEquals } from "@std/assert";
import { multicall3 } from "./addresses.ts";
import { periodsAbi } from "./artifacts/test/periods_abi.ts";
import { periodsBytecode } from "./artifacts/test/periods_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { periodAt } from "./testing/period.ts";
import { generator } from "./testing/random.ts";
import { startStack } from "./testing/stack.ts";

Deno.test("periods are the calendar's, for any start, unit, multiplier and time", async () => {
  await using stack = await startStack();
  const address = await deployOnce(stack.client, periodsBytecode.initCode);
  const random = generator(11);
  const moments = [
    Date.UTC(2024, 0, 31, 23, 59, 59),
    Date.UTC(2024, 1, 29),
    Date.UTC(2023, 11, 31, 12),
    Date.UTC(2026, 0, 30, 1),
    Date.UTC(2000, 1, 29, 6),
    Date.UTC(1970, 0, 1),
  ].map((time) => time / 1000);
  const cases: { start: number; unit: number; multiplier: number; time: number }[] = [];
  for (let i = 0; i < 1500; i++) {
    const start = i % 3 === 0 ? Number(random(4_000_000_000n)) : moments[i % moments.length]!;
    const [unit, multiplier] = [Number(random(7n)), 1 + Number(random(i % 2 === 0 ? 3n : 255n))];
    let time = start + Number(random(i % 5 === 0 ? 10n ** 10n : 10n ** 8n));
    // On both sides of a boundary, where the mistakes are.
    const { from } = periodAt(start, unit, multiplier, time);
    if (i % 2 === 0) time = Math.max(start, Number(from) - Number(random(2n)));
    cases.push({ start, unit, multiplier, time });
  }
  for (let i = 0; i < cases.length; i += 250) {
    const part = cases.slice(i, i + 250);
    const answers = await stack.client.multicall({
      multicallAddress: multicall3,
      allowFailure: false,
      contracts: part.map(({ start, unit, multiplier, time }) => ({
        address,
        abi: periodsAbi,
        functionName: "periodAt" as const,
        args: [start, unit, multiplier, time] as const,
      })),
    });
    for (const [index, answer] of answers.entries()) {
      const { start, unit, multiplier, time } = part[index]!;
      const [number, from, to] = answer;
      const expected = periodAt(start, unit, multiplier, time);
      assertEquals({ index: number, from, to }, expected, JSON.stringify(part[index]));
    }
  }
});
