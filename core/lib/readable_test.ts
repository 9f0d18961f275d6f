import { assertEquals } from "@std/assert";
import { writable } from "./readable.ts";

Deno.test("readable: a listener that throws does not affect the owner or other listeners", () => {
  const { error } = console;
  const reported: unknown[][] = [];
  console.error = (...given) => reported.push(given);
  try {
    const value = writable(0);
    const seen: number[] = [];
    const broken = new TypeError("broken listener");
    value.subscribe(() => {
      throw broken;
    });
    value.subscribe(() => seen.push(value.get()));
    value.set(1);
    value.set(2);
    assertEquals(seen, [1, 2]);
    assertEquals(reported.map((given) => given.at(-1)), [broken, broken]);
  } finally {
    console.error = error;
  }
});
