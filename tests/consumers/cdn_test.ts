/**
 * The build for pages without a bundler: checks that need no build. `packages_test.ts` has the
 * rest.
 */
import { assertEquals, assertThrows } from "@std/assert";
import { withoutEmpty } from "../../scripts/npm/cdn.ts";
import { importMap } from "../../scripts/npm/import_map.ts";

Deno.test("cdn: an import map is printed for valid addresses", () => {
  const described = { integrity: { "acct.js": "sha384-x" }, preload: ["acct.js"] };
  const mapOf = (address: string) => {
    const [, map] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(
      importMap(described, address),
    )!;
    return JSON.parse(map!);
  };
  for (
    const address of ["./cdn", "../x/", "/cdn", ".", "//a.example/b", "https://a.example/n@1.0.0"]
  ) {
    const file = `${address.replace(/\/$/, "")}/acct.js`;
    assertEquals(mapOf(address), {
      imports: { "@sdk/acct": file },
      integrity: { [file]: "sha384-x" },
    });
  }
  // A bare name is no address in an import map: browsers load nothing, and check nothing.
  for (
    const address of ["cdn", "", "cdn/x", "a.example/b", "file:///x", ".cdn", "data:text/plain,"]
  ) {
    assertThrows(() => importMap(described, address), Error, "ADDRESS must begin with");
  }
  for (const address of ["/a b", '/a"b', "/</script>", "/x?v=1", "/x#y", "https://a.example/<b>"]) {
    assertThrows(() => importMap(described, address), Error, "ADDRESS must be a folder");
  }
});

Deno.test("cdn: a chunk without a statement is removed", () => {
  const texts = new Map([
    ["mod.js", 'import"./chunk-A.js";import{a}from"./chunk-B.js";a();'],
    ["chunk-A.js", " \n"],
    ["chunk-B.js", 'import"./chunk-A.js";export const a=1;'],
  ]);
  assertEquals([...withoutEmpty(texts)], [
    ["mod.js", 'import{a}from"./chunk-B.js";a();'],
    ["chunk-B.js", "export const a=1;"],
  ]);
});
