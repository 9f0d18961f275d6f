import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../config.ts";
import { testFiles } from "./files.ts";
import { groups, installed, planGroups } from "./groups.ts";
import { runGroup } from "./run.ts";
import { groupBounds } from "./watch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

Deno.test("groups: each test file is in one group", async () => {
  const files = await testFiles(".");
  assert(files.length > 180, `only ${files.length} were found`);
  assertEquals(planGroups(files).flatMap(({ files }) => files).toSorted(), files);
  for (const path of ["tests/std", "./tests/std/", `${root}tests/std`]) {
    assertEquals(await testFiles(path), ["tests/std/stand_in_test.ts"], path);
  }
  assert(!files.some((file) => file.startsWith("examples/next/")), "excluded folders");
});

Deno.test("groups: each name is one word, and identifies one group", () => {
  const names = groups.map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  for (const name of names) assert(/^[a-z]+$/.test(name), name);
});

Deno.test("groups: each file that can skip tests is listed with its requirement", async () => {
  const leaves = /\b(leaveOut|testServer|redisServer)\(/;
  const files: string[] = [];
  for (const file of await testFiles(".")) {
    if (file.startsWith("scripts/")) continue;
    if (leaves.test(await Deno.readTextFile(`${root}${file}`))) files.push(file);
  }
  assertEquals(files, Object.keys(installed).toSorted());
});

Deno.test("groups: a file that needs a separate stack is apart", () => {
  const files = ["tests/browser/hooks_test.ts", "tests/browser/permissions_test.ts"];
  const planned = planGroups(files);
  assertEquals(planned.map(({ name, shared, files }) => [name, shared === true, ...files]), [
    ["browser", true, files[0]],
    ["browser, apart", false, files[1]],
  ]);
});

/** Runs files with these texts as one group. */
async function run(shared: boolean, texts: readonly string[], bounds = groupBounds) {
  const folder = await Deno.makeTempDir({ dir: root, prefix: ".local-group-" });
  try {
    const files = await Promise.all(texts.map(async (text, index) => {
      await Deno.writeTextFile(`${folder}/${index}_test.ts`, text);
      return posix.join(posix.basename(folder), `${index}_test.ts`);
    }));
    const lines: string[] = [];
    const { ok, counts, failures, errors } = await runGroup(
      { name: "g", takes: /^/, weight: 1, shared, files },
      {
        config: await chooseConfig(),
        print: (line) => lines.push(line),
        bounds,
      },
    );
    const failed = failures.map((path) => posix.basename(path));
    return { ok, counts, failed, errors, output: lines.join("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const passing = `Deno.test("passes", () => {});`;
const failing = `Deno.test("fails", () => { throw new Error("no"); });`;

for (const shared of [false, true]) {
  Deno.test(`groups: a run counts its tests and lists failures, shared: ${shared}`, async () => {
    const green = await run(shared, [passing, passing]);
    assertEquals([green.ok, green.counts], [true, { passed: 2, failed: 0, ignored: 0 }]);
    const red = await run(shared, [passing, failing]);
    assertEquals([red.ok, red.counts], [false, { passed: 1, failed: 1, ignored: 0 }]);
    assertEquals(red.failed, ["1_test.ts"]);
    assert(red.errors.some((line) => line.includes('throw new Error("no")')), "why it failed");
    const empty = await run(shared, ["export {};", "export {};"]);
    assertEquals([empty.ok, empty.counts?.passed], [false, 0], "no test ran");
    const ended = await run(shared, [passing, `Deno.kill(Deno.pid, "SIGKILL");`]);
    assertEquals([ended.ok, ended.counts], [false, null], "ended before its counts");
    assertStringIncludes(ended.errors[0]!, "g: It ended with code 137, without its counts.");
  });
}

Deno.test("groups: one that exceeds its memory or time is terminated and reported", async () => {
  const endless = (bytes: number) =>
    `Deno.test("never ends", async () => {
      for (const all = [];; await new Promise((resolve) => setTimeout(resolve, 10))) {
        all.push(new Uint8Array(${bytes}).fill(1));
      }
    });`;
  for (
    const [bytes, bounds, name] of [
      [2 ** 24, { ...groupBounds, memory: 2 ** 30 }, "1 GiB"],
      [0, { ...groupBounds, time: 3_000 }, "0.05 minutes"],
    ] as const
  ) {
    const { ok, counts, errors } = await run(false, [passing, endless(bytes)], bounds);
    assertEquals([ok, counts], [false, null]);
    assertEquals(errors[0], `g: It took more than ${name}, and was ended.`);
  }
});

Deno.test("groups: files of a shared run have their modules in common, others do not", async () => {
  const count = `globalThis.count = (globalThis.count ?? 0) + 1;
    Deno.test("counts " + globalThis.count, () => {});`;
  const together = await run(true, [count, count]);
  assert(together.output.includes("counts 2"), together.output);
  const apart = await run(false, [count, count]);
  assert(!apart.output.includes("counts 2"), apart.output);
});
