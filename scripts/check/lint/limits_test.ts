import { assertEquals } from "@std/assert";
import { MAX_BATCH_BYTES, MAX_CALLS } from "../../../core/protocol/limits.ts";
import plugin from "./limits.ts";

/** What the rule says about a file. */
function found(path: string, text: string): string[] {
  return Deno.lint.runPlugin(plugin, `/src/${path}`, text).map(({ message }) => message);
}

Deno.test("lint: a limit written again is found, however it is written", () => {
  const page = "core/page/handlers/send.ts";
  for (const text of [`${MAX_BATCH_BYTES}`, "112_000", "0x1b580", "112e3"]) {
    assertEquals(found(page, `if (size > ${text}) fail();`), [
      "112000 is MAX_BATCH_BYTES of limits.ts",
    ]);
  }
  const calls = `${MAX_CALLS} is MAX_CALLS or MAX_NONCE_LENGTH of limits.ts`;
  assertEquals(found(page, "if (calls.length > 256) fail();"), [calls]);
  assertEquals(found("service/rpc/acct_prepare.ts", "const MAX = 256;"), [calls]);
});

Deno.test("lint: sizes of schemas have names, and computed numbers count as a whole", () => {
  for (const path of ["core/reading/abi/shape.ts", "service/permissions/index.ts"]) {
    assertEquals(found(path, "const a = list(owner, 33), b = text(at, 64);"), [
      "33 is a size without a name in limits.ts",
      "64 is a size without a name in limits.ts",
    ]);
    for (const text of ["112 * 1000", "112_000n", "111_999 + 1", "7n * 16_000n"]) {
      assertEquals(found(path, `const a = ${text};`), ["112000 is MAX_BATCH_BYTES of limits.ts"]);
    }
    assertEquals(found(path, "const a = 2n ** 256n, b = list(owner, MAX), c = text(at, 4);"), []);
  }
});

Deno.test("lint: a common number is a limit only where it bounds something", () => {
  const page = "core/page/handlers/send.ts";
  assertEquals(found(page, "if (list.length <= 20) keep(list.slice(0, 40));").length, 2);
  assertEquals(found(page, "const seconds = ms / 1000; slice(code, 0, 20);"), []);
  assertEquals(found("ui/parts/note.tsx", "list.slice(0, 20)"), []);
});

Deno.test("lint: bits, texts, comments, exceptions and other folders are left alone", () => {
  const page = "core/page/handlers/send.ts";
  assertEquals(found(page, '// 112000\nconst a = quantity(256), b = "256";'), []);
  assertEquals(found("core/account/signature.ts", "bytes.fill(255)"), []);
  assertEquals(found("core/page/handlers/send.ts", "bytes.fill(255)").length, 1);
  assertEquals(found("service/config.ts", "const MAX = 112000;"), []);
  for (const path of ["core/protocol/limits.ts", "core/page/send_test.ts", "bench/mod.ts"]) {
    assertEquals(found(path, "const MAX = 112000;"), []);
  }
});
