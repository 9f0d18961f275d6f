/** The built extension: its size, and code that browsers and stores refuse. */
import { assert, assertEquals } from "@std/assert";
import { formatApiKey } from "../core/ground/api_key.ts";
import { buildExtension, sizeOf } from "../scripts/build_extension.ts";
import { zip } from "../scripts/stack/zip.ts";

/** Most bytes of all scripts, gzipped. */
const LIMIT = 60_000;
/** Most bytes of the scripts in each page, gzipped. */
const PAGE_LIMIT = 4_000;

const key = (kind: "pk" | "sk") =>
  formatApiKey({
    kind,
    environment: "test",
    host: "wallet.example.com",
    chainId: 84532,
    random: new Uint8Array(16),
  });

Deno.test("extension: small, without code that is loaded or evaluated later", async () => {
  const { files } = await buildExtension({ apiKey: key("pk") });
  for (const [target, contents] of Object.entries(files)) {
    const size = sizeOf(contents);
    const each = [...contents].filter(([name]) => name === "page.js" || name === "content.js");
    const inPage = sizeOf(new Map(each));
    console.log(`extension for ${target}: ${size} of ${LIMIT} bytes; each page: ${inPage}`);
    assert(size <= LIMIT, `${target}: ${size} bytes`);
    assert(inPage <= PAGE_LIMIT, `${target}: ${inPage} bytes in each page`);
    for (const [name, body] of contents) {
      if (!name.endsWith(".js")) continue;
      const text = new TextDecoder().decode(body);
      assertEquals(text.match(/\bimport\s*\(|\beval\(|new Function\(|innerHTML/g), null, name);
      assert(text.startsWith("(()=>{"), `${name} shares the names of the page`);
    }
  }
});

Deno.test("extension: a secret key is refused", async () => {
  let message = "";
  await buildExtension({ apiKey: key("sk") }).catch((error) => message = error.message);
  assertEquals(message, "--key must be a publishable key (pk_…).");
});

Deno.test("zip: another program reads the files", async () => {
  const text = "a".repeat(1_000);
  const file = await Deno.makeTempFile({ suffix: ".zip" });
  try {
    const files = new Map([["one.txt", new TextEncoder().encode(text)], [
      "two.json",
      new TextEncoder().encode("{}"),
    ]]);
    await Deno.writeFile(file, zip(files));
    const script = "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); " +
      "print(json.dumps([z.testzip(), {n: z.read(n).decode() for n in z.namelist()}]))";
    const { stdout, success } = await new Deno.Command("python3", { args: ["-c", script, file] })
      .output().catch(() => ({ stdout: new Uint8Array(), success: false }));
    if (!success) return console.warn("NOT RUN: this machine has no Python");
    assertEquals(JSON.parse(new TextDecoder().decode(stdout)), [
      null,
      { "one.txt": text, "two.json": "{}" },
    ]);
  } finally {
    await Deno.remove(file);
  }
});
