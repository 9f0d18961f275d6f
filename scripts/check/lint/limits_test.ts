import { assertEquals } from "@std/assert";
import { MAX_BATCH_BYTES, MAX_CALLS } from "../../../core/ground/limits.ts";
import plugin from "./limits.ts";

/** Lists the messages of the rule for a file. */
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
  const calls =
    `${MAX_CALLS} is MAX_CALLS or MAX_NONCE_LENGTH or MAX_SIGN_IN_ID_LENGTH of limits.ts`;
  assertEquals(found(page, "if (calls.length > 256) fail();"), [calls]);
  assertEquals(found("service/rpc/acct_prepare.ts", "const MAX = 256;"), [calls]);
});

Deno.test("lint: sizes of schemas have names, and computed numbers count as a whole", () => {
  for (const path of ["core/abi/shape.ts", "service/indexer/permissions/permission_index.ts"]) {
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
  assertEquals(found("ui/parts/card/note.tsx", "list.slice(0, 20)"), []);
});

Deno.test("lint: a limit is found in each form of a comparison, a number and a declaration", () => {
  const page = "core/page/handlers/send.ts";
  const copies = [
    // Comparisons of which each refuses 257.
    "calls.length > 256",
    "calls.length >= 257",
    "256 < calls.length",
    "257 <= calls.length",
    "!(calls.length <= 256)",
    "!(calls.length < 257)",
    "calls.length === 256 + 1",
    "calls.length === 257",
    "calls[256] !== undefined",
    "calls.at(256) !== undefined",
    "calls.length - 256 > 0",
    "count > 256",
    "schema.max(256)",
    "schema.lte(256)",
    "calls.slice(0, 256)",
    "calls.splice(256)",
    "Math.min(calls.length, 256)",
    "new Array(256)",
    "/^.{1,256}$/.test(id)",
    // Numbers.
    "calls.length > 0x100",
    "calls.length > 0b1_0000_0000",
    "calls.length > 2_56",
    "calls.length > 256.0",
    "calls.length > +256",
    "calls.length > 2.56e2",
    "size > 256n",
    "size > 2 ** 8",
    "size > 1 << 8",
    "size > 4 * 64",
    "size > 512 / 2",
    "size > Math.pow(2, 8)",
    'size > Number("256")',
    "size > BigInt(256)",
    "size > (256 as number)",
    // Declarations.
    "{ const MAX = 256; }",
    "{ const most = 128; check(calls.length > most * 2); }",
    "{ const most = 257; check(calls.length >= most); }",
    "{ const { most = 256 } = options; }",
    "{ const table = { most: 256 }; }",
    "{ enum Most { Calls = 256 } }",
    "{ class Batch { static most = 256; } }",
    "(most = 256) => most",
    "{ const MAX_CALLS = 300; }",
    "{ let MAX_CALLS = readLimit(); }",
  ];
  for (const text of copies) assertEquals(found(page, text).length, 1, text);
});

Deno.test("lint: a declaration of a common number is a limit if its name says no other", () => {
  const page = "core/page/handlers/send.ts";
  const copies = [
    "const MAX = 40;",
    "const limit = 40;",
    "const MAX_LENGTH = 32n;",
    "const MAX_TOKENS_SHOWN = 64;",
    "const maxTokens = 64;",
    "const options = { max: 40 };",
    "const { max = 40 } = options;",
    "const read = (max = 40) => max;",
    "class Reader { #max = 40; }",
    "reader.max = 40;",
    "const n = 40; check(list.length > n);",
    "const n = 8 * 5; check(list.length > n);",
    "check(Math.min(list.length, 40));",
    "check(list.length >= 41);",
    "check(count > 40);",
  ];
  for (const text of copies) assertEquals(found(page, text).length, 1, text);
  const others = [
    "const MAX_QUOTES = 40; check(quotes.length > MAX_QUOTES);",
    "const MAX_QUOTES = 20, MAX_LATEST = 20; check(quotes.length > MAX_QUOTES + MAX_LATEST);",
    "const seconds = 40;",
    "const maximum = Math.min(seconds, 40);",
    "check(bytes.length > 33);",
    "check(bytes.length === 32);",
    "check(bytes[64] === 27);",
    "check(slice(key, 32, 64));",
  ];
  for (const text of others) assertEquals(found(page, text), [], text);
});

Deno.test("lint: the length of a text that a user types is a limit", () => {
  assertEquals(found("ui/screens/owners.tsx", "<input maxLength={40} />").length, 1);
  assertEquals(found("ui/screens/owners.tsx", "<input maxLength={44} />"), []);
  assertEquals(found("ui/screens/owners.tsx", "<input size={40} />"), []);
});

Deno.test("lint: bits, texts, comments, exceptions and other folders are left alone", () => {
  const page = "core/page/handlers/send.ts";
  assertEquals(found(page, '// 112000\nconst a = quantity(256), b = "256";'), []);
  assertEquals(found("core/account/signature.ts", "bytes.fill(255)"), []);
  assertEquals(found("core/page/handlers/send.ts", "bytes.fill(255)").length, 1);
  assertEquals(found("service/main/config.ts", "const MAX = 112000;"), []);
  for (const path of ["core/ground/limits.ts", "core/page/send_test.ts", "bench/mod.ts"]) {
    assertEquals(found(path, "const MAX = 112000;"), []);
  }
});
