/**
 * `deno task build importmap [ADDRESS]`: prints the elements with which a page loads `@sdk/acct`
 * from an address, with hashes for the browser to check and preload hints. It builds the files
 * first.
 *
 * @module
 */
import { buildCdn, type CdnIntegrity, ENTRY, INTEGRITY } from "./cdn.ts";

/**
 * Writes the elements for the head of a page.
 *
 * @param address of the folder of the files, absolute or relative to the page
 * @throws if a browser would reject the address in an import map, so that it would load no file or
 * check no hash
 */
export function importMap({ integrity, preload }: CdnIntegrity, address: string): string {
  if (!/^(?:https?:\/\/|\/|\.\.?(?:\/|$))/.test(address)) {
    throw new Error(
      `ADDRESS must begin with https://, /, ./ or ../: import maps take nothing else, and ${
        JSON.stringify(address)
      } would be ignored.`,
    );
  }
  if (!/^[\w./:@~+%[\]-]*$/.test(address)) {
    throw new Error(
      `ADDRESS must be a folder without query, fragment or spaces, not ${JSON.stringify(address)}.`,
    );
  }
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
  try {
    console.log(importMap(described, Deno.args[0] ?? "./cdn"));
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(2);
  }
}
