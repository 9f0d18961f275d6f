/**
 * `deno task test bare`: the README's two commands on a machine with Node, npm and git alone, a
 * minimal Debian made here; then without network, and with the ports taken.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { versions } from "../../scripts/tools/mod.ts";
import { type BareRoot, makeRoot, REPOSITORY } from "./bare/root.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Preferred ports of `deno task dev`. */
const ports = [8545, 8787, 5173, 5174];
/** Maximum bytes of the files that the first `dev` may add to Deno's cache. */
const MAX_CACHE = 300_000_000;
/** Tools that a stack needs; all others are for tests, compilers and proofs. */
const toolsOfDev: readonly string[] = [versions.anvil, versions.accountAbstraction, versions.ens];
/** A sample of all tests: units, a stack, contracts, and a browser. */
const someTests = [
  "core/protocol",
  "service/keys",
  "tests/stack/indexer/chain_test.ts",
  "contracts/owners_rules_test.ts",
  "tests/browser/first_flow_test.ts",
];

/** An account of a visit, as `visit.mjs` prints it. */
interface Seen {
  /** Seconds until everything was ready; `null` if the command exited before. */
  readonly ready: number | null;
  /** Seconds until the documents were built. */
  readonly documented?: number;
  readonly urls: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, { readonly status: number; readonly text: string }>>;
  /** True if it still ran when all was visited. */
  readonly alive?: boolean;
  /** Processes left after its interruption. */
  readonly left: readonly string[];
}

Deno.test("bare: the README's commands where there are Node, npm and git alone", async (t) => {
  const [dev, test] = await commandsOfReadme();
  await using bare = await makeRoot(root);
  await Deno.copyFile(
    new URL("./bare/visit.mjs", import.meta.url),
    join(bare.folder, "srv/visit.mjs"),
  );
  const commit = await bare.run("git log -1 --format=%h");
  console.log(`${bare.description}; commit ${commit.output.trim()}`);
  const installed = await packagesOf(bare);

  await t.step(dev, async () => {
    const seen = await visit(bare, dev, {});
    const bytes = await sizeOf(join(bare.folder, "srv/.cache/deno"));
    const npx = await sizeOf(join(bare.folder, "srv/.npm"));
    report(seen, `cache: ${mega(bytes)} of Deno, and ${mega(npx)} of npx`);
    assert(bytes < MAX_CACHE, `the cache has ${mega(bytes)}, more than ${mega(MAX_CACHE)}`);
    assertEquals(await toolsIn(bare), toolsOfDev.toSorted(), "tools that were downloaded");
    assertEquals(await packagesOf(bare), installed, "Debian's packages");
  });
  await t.step(`${dev}, without network`, async () => {
    await Deno.remove(join(bare.folder, REPOSITORY, ".local"), { recursive: true });
    const seen = await visit(bare, dev, { offline: true });
    report(seen, "without network");
    assertEquals(portsOf(seen), ports);
  });
  await t.step(`${dev}, with its ports taken`, async () => {
    const seen = await visit(bare, dev, { offline: true, busy: ports });
    report(seen, `ports ${portsOf(seen).join(", ")}`);
    for (const port of portsOf(seen)) assert(!ports.includes(port), `${port} was taken`);
  });
  await t.step(`${test}, some of each kind`, async () => {
    const { code, output } = await bare.run(`${test} ${someTests.join(" ")}`, {
      onLine: (line) => console.log(`    ${line}`),
    });
    // deno-lint-ignore no-control-regex
    const last = output.replace(/\x1b\[[0-9;]*m/g, "").trim().split("\n").at(-1)!;
    assertEquals(code, 0, last);
    assertMatch(last, /^ok \| [1-9]\d* passed \| 0 failed/);
    assertEquals(await packagesOf(bare), installed, "Debian's packages");
  });
});

/** The two commands of the README's first block, without their comments. */
async function commandsOfReadme(): Promise<[dev: string, test: string]> {
  const [, block] = /```sh\n([\s\S]*?)```/.exec(await Deno.readTextFile(join(root, "README.md")))!;
  const lines = block!.trim().split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  assertEquals(lines.length, 2);
  assertMatch(lines[0]!, / task dev$/);
  assertMatch(lines[1]!, / task test$/);
  return [lines[0]!, lines[1]!];
}

/** Runs the command inside until everything was visited, and checks the results. */
async function visit(
  bare: BareRoot,
  command: string,
  { offline = false, busy = [] }: { offline?: boolean; busy?: readonly number[] },
): Promise<Seen> {
  const { output } = await bare.run(`node /srv/visit.mjs '${command}' '${busy.join(",")}'`, {
    offline,
  });
  const [, json] = /^SEEN (.*)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`The visit ended:\n${output.slice(-5000)}`);
  const seen: Seen = JSON.parse(json);
  if (seen.ready === null) throw new Error(`${command} ended:\n${output.slice(-5000)}`);
  for (const [name, { status, text }] of Object.entries(seen.answers)) {
    const building = busy.length > 0 && name === "documents" && status === 503;
    if (!building) assertEquals(status, 200, `${name}: ${text}`);
  }
  const { demo, walletHost, service, chain, documents } = seen.answers;
  for (const page of [demo, walletHost, documents]) assertMatch(page!.text, /<!doctype html>/i);
  assertEquals(service!.text, '{"ok":true}');
  assertStringIncludes(chain!.text, '"result":"0x7a69"');
  assertEquals({ alive: seen.alive, left: seen.left }, { alive: true, left: [] });
  return seen;
}

function report({ ready, documented }: Seen, text: string): void {
  console.log(`    ready after ${ready} s, documents after ${documented} s; ${text}`);
}

function portsOf({ urls }: Seen): number[] {
  return ["chain", "service", "Open", "documents"].map((name) => Number(new URL(urls[name]!).port));
}

/** The tools in Deno's cache, of those used by this repository. */
async function toolsIn({ folder }: BareRoot): Promise<string[]> {
  const npm = join(folder, "srv/.cache/deno/npm");
  const [registry] = await Array.fromAsync(Deno.readDir(npm));
  const found: string[] = [];
  for (const tool of Object.values(versions)) {
    const at = tool.lastIndexOf("@");
    const path = join(npm, registry!.name, tool.slice(0, at), tool.slice(at + 1));
    if (await Deno.stat(path).then(() => true, () => false)) found.push(tool);
  }
  // A dependency of a tool that a stack needs.
  return found.filter((tool) => tool !== versions.openzeppelin).sort();
}

/** Debian's packages inside. */
async function packagesOf(bare: BareRoot): Promise<string> {
  return (await bare.run("dpkg-query --show")).output;
}

/** Bytes of the files of a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) bytes += await sizeOf(path);
    else if (isFile) bytes += (await Deno.lstat(path)).size;
  }
  return bytes;
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
