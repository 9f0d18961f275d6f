/**
 * `deno task importmap [ADDRESS]`: what a page writes to load `@sdk/acct` from an address, with hashes
 * that its browser checks and hints for what it loads at once. It builds the files first.
 *
 * @module
 */
import { buildCdn, type CdnIntegrity, ENTRY, INTEGRITY } from "./cdn.ts";

/**
 * Writes the elements for the head of a page.
 *
 * @param address of the folder of the files, absolute or relative to the page
 */
export function importMap({ integrity, preload }: CdnIntegrity, address: string): string {
  const folder = address.replace(/\/*$/, "/");
  const at = (name: string) => folder + name;
  const map = {
    imports: { "@sdk/acct": at(ENTRY) },
    integrity: Object.fromEntries(
      Object.entries(integrity).map(([name, hash]) => [at(name), hash]),
    ),
  };
  const links = preload.map((name) =>
    `<link rel="modulepreload" href="${at(name)}" integrity="${integrity[name]}" crossorigin>`
  );
  return [`<script type="importmap">`, JSON.stringify(map, null, 2), "</script>", ...links, ""]
    .join("\n");
}

if (import.meta.main) {
  const files = await buildCdn();
  const described: CdnIntegrity = JSON.parse(new TextDecoder().decode(files.get(INTEGRITY)));
  console.log(importMap(described, Deno.args[0] ?? "./cdn"));
}
