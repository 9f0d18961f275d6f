/** The documents match the code: everything is documented under its name, and no link is broken. */
import { assert, assertEquals } from "@std/assert";
import { posix } from "node:path";
import { causes } from "../core/ground/errors.ts";
import { allFiles, readText } from "../scripts/check/files.ts";
import { anchorsOf, linksOf } from "../scripts/docs/links.ts";
import { madeDocuments } from "../scripts/docs/mod.ts";
import { chapters } from "../scripts/docs/pages.ts";
import { variableNames } from "../ui/theme/variables.ts";

const files = await allFiles();
const read = async (path: string) => await readText(path) ?? "";

/** Names of the members of an interface. */
function members(source: string, name: string): string[] {
  const [, body = ""] = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, "m")
    .exec(source) ?? [];
  const found = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member]) => member!);
  assert(found.length > 0, `${name} has no members`);
  return found;
}

/** Names of functions that a module exports with an `export { a, type B } from`. */
function exported(source: string): string[] {
  return [...source.matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, names]) => names!.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[a-z]\w*$/.test(name));
}

function missing(text: string, names: Iterable<string>): string[] {
  return [...names].filter((name) => !text.includes(name));
}

Deno.test("documents: generated ones equal their sources", async () => {
  for (const [path, text] of await madeDocuments()) {
    assertEquals(await read(path), await formatted(path, text), `${path}: run deno task docs`);
  }
});

Deno.test("documents: every method has a section, and no other", async () => {
  const headings = [...(await read("docs/methods.md")).matchAll(/^### `(\w+)`$/gm)]
    .map(([, name]) => name!);
  assertEquals(
    headings.toSorted(),
    members(await read("core/protocol/methods.ts"), "MethodSchema").toSorted(),
  );
});

Deno.test("documents: every option has a row", async () => {
  const [source, text] = [
    await read("core/page/options/options.ts"),
    await read("docs/options.md"),
  ];
  const rows = [
    ...members(source, "AcctOptions"),
    ...members(source, "PreferenceOptions").map((name) => `preference.${name}`),
    ...members(await read("core/dialog/theme.ts"), "Theme").map((name) => `theme.${name}`),
  ].map((name) => `\n| \`${name}\``);
  assertEquals(missing(text, rows), []);
});

Deno.test("documents: every event, hook, action and cause is there", async () => {
  const events = members(await read("core/protocol/events.ts"), "EventMap");
  assertEquals(missing(await read("docs/events.md"), events.map((name) => `\n| \`${name}\``)), []);
  const text = await read("docs/hooks.md");
  const hooks = exported(await read("connector/hooks/mod.ts"));
  assert(hooks.length >= 9, String(hooks));
  assertEquals(missing(text, hooks.map((name) => `\n## \`${name}\`\n`)), []);
  const actions = exported(await read("connector/actions/mod.ts"));
  assertEquals(missing(text, actions.map((name) => `\`${name}\``)), []);
  const errors = await read("docs/errors.md");
  assertEquals(missing(errors, Object.keys(causes).map((name) => `\n### \`${name}\`\n`)), []);
});

Deno.test("documents: every variable and part of the dialogs, and no other", async () => {
  const text = await read("docs/theming.md");
  const [, table = ""] = /## 2\.([\s\S]*)## 3\./.exec(text) ?? [];
  const named = new Set([...table.matchAll(/`(--sdk-[\w-]+)`/g)].map(([, name]) => name!));
  assertEquals([...named].toSorted(), [...variableNames].toSorted());
  const [, list = ""] = /\nParts: ([\s\S]*?)\.\n/.exec(text) ?? [];
  const parts = new Set([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const drawn = new Set<string>();
  for (const path of files.filter((file) => /^ui\/(parts|screens|dialog)\/.*\.tsx?$/.test(file))) {
    for (const [, names] of (await read(path)).matchAll(/\bpart="([\w ]+)"/g)) {
      for (const name of names!.split(" ")) drawn.add(name);
    }
  }
  assert(drawn.size > 10, String([...drawn]));
  assertEquals([...drawn].filter((name) => !parts.has(name)), []);
});

Deno.test("documents: each is in the list of pages", async () => {
  const listed = chapters.flatMap(({ pages }) => pages.map(({ path }) => path));
  const there = files.filter((path) =>
    /^docs\/((reference|self-hosting)\/)?[\w-]+\.md$/.test(path) && !path.endsWith("README.md")
  );
  assertEquals(there.filter((path) => !listed.includes(path)), []);
  assertEquals(listed.filter((path) => !files.includes(path)), []);
  const index = await read("docs/README.md");
  const decisions = files.filter((path) => /^docs\/decisions\/.*\.md$/.test(path));
  const own = [...there, ...decisions].map((path) => `](${path.replace(/^docs\//, "")})`);
  assertEquals(missing(index, own), []);
});

Deno.test("documents: no link leads nowhere", async () => {
  const broken: string[] = [];
  let seen = 0;
  for (const path of files.filter((file) => /\.md$|^llms\.txt$/.test(file))) {
    for (const link of linksOf(await read(path))) {
      seen++;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
      const isFolder = files.some((each) => each.startsWith(`${target.replace(/\/$/, "")}/`));
      if (!files.includes(target) && !isFolder) broken.push(`${path}: ${link}`);
      else if (anchor !== undefined && !anchorsOf(await read(target)).has(anchor)) {
        broken.push(`${path}: ${link} has no such section`);
      }
    }
  }
  assertEquals(broken, []);
  assert(seen > 150, `only ${seen} were found`);
});

/** As the formatter writes it; text files stay unchanged. */
async function formatted(path: string, text: string): Promise<string> {
  if (!path.endsWith(".md")) return text;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--line-width=100", "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout);
}
