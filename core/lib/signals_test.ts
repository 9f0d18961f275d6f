import { assertEquals } from "@std/assert";
import { eitherSignal } from "./signals.ts";

for (const has of [true, false]) {
  Deno.test(`signals: aborts with the first of both, ${has ? "with" : "without"} any`, () => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, "any")!;
    if (!has) Reflect.deleteProperty(AbortSignal, "any");
    try {
      assertEquals("any" in AbortSignal, has);
      for (const order of [[0, 1], [1, 0]] as const) {
        const both = [new AbortController(), new AbortController()] as const;
        const either = eitherSignal(both[0].signal, both[1].signal);
        assertEquals(either.aborted, false);
        both[order[0]].abort("first");
        both[order[1]].abort("second");
        assertEquals([either.aborted, either.reason], [true, "first"]);
      }
      const over = AbortSignal.abort("before");
      const open = new AbortController().signal;
      assertEquals(eitherSignal(over, open).reason, "before");
      assertEquals(eitherSignal(open, over).reason, "before");
      assertEquals(eitherSignal(over, AbortSignal.abort("later")).reason, "before");
    } finally {
      Object.defineProperty(AbortSignal, "any", any);
    }
  });
}
