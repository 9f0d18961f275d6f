import { assert, assertEquals } from "@std/assert";
import { serveHost } from "../mod.ts";

const html = ["home-en", "home-de"].map((kind) => `<!-- ${kind} -->[${kind}]<!-- /${kind} -->`)
  .join("");
const serve = serveHost({ html, assets: new Map() }, { apiKey: () => "" });

/** Returns the page for these languages, and the number of languages that were read. */
async function open(languages: string): Promise<{ page: string; looks: number }> {
  const { getCanonicalLocales } = Intl;
  let looks = 0;
  Intl.getCanonicalLocales = (wanted) => {
    looks += 1;
    return getCanonicalLocales(wanted);
  };
  try {
    const request = new Request("http://keys.localhost/", {
      headers: { "accept-language": languages },
    });
    return { page: await serve(request).text(), looks };
  } finally {
    Intl.getCanonicalLocales = getCanonicalLocales;
  }
}

Deno.test("host: only the first languages of a long header are read", async () => {
  assertEquals((await open("fr,xx-XX;q=0.9, de;q=0.8,en")).page, "[home-de]");
  for (const flood of ["x,", ",", "fr,", `${"en-x".repeat(9)},`]) {
    const { page, looks } = await open(flood.repeat(400_000 / flood.length));
    assertEquals(page, "[home-en]");
    assert(looks <= 16, `${looks} of ${JSON.stringify(flood)}`);
  }
});

Deno.test("host: browsers translate neither the wallet's page nor the rescue page", async () => {
  for (const path of ["../index.html", "../rescue/index.html"]) {
    const page = await Deno.readTextFile(new URL(path, import.meta.url));
    assert(/<html [^>]*translate="no"/.test(page), path);
  }
});
