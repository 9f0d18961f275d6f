/** Finds paths and commands in the documents that do not exist. @module */
import { posix } from "node:path";
import { groups } from "../suite/groups.ts";
import { topics } from "../suite/topics.ts";
import { allFiles, readText } from "./files.ts";

/** A path of this repository in backticks: `core/acct.ts`, `tests/stack/`. */
const path =
  /`((?:\.\.?\/)*(?:[\w.-]+\/)+(?:[\w.-]*\.(?:ts|tsx|sol|md|json|yml|yaml|sh|html|css|toml))?)`/g;
/** A task of `deno.json`, and the set of tests if it runs tests. */
const command = /deno task ([a-z]+)(?: ([a-z]+)\b(?![/.]))?/g;
/** Builds write these. */
const built = /^(?:\.\/)?(?:npm|site|dist|node_modules|\.local|contracts\/deployments)\//;

/** Lists stale paths and commands of the Markdown files; the changelog and decisions are history. */
export async function stalePaths(): Promise<string[]> {
  const files = new Set(await allFiles());
  const { tasks } = JSON.parse(await readText("deno.json") ?? "{}");
  const problems: string[] = [];
  for (const document of files) {
    if (!document.endsWith(".md") || /^(CHANGELOG\.md|docs\/decisions\/)/.test(document)) continue;
    const folder = posix.dirname(document);
    (await readText(document) ?? "").split("\n").forEach((line, index) => {
      const at = `${document}:${index + 1}`;
      for (const [, name = ""] of line.matchAll(path)) {
        const places = [name, posix.join(folder, name)].map((each) => posix.normalize(each));
        if (built.test(name) || places.some((each) => exists(files, each))) continue;
        // Only what begins like a folder of this repository is meant to be in it.
        if (![...files].some((file) => file.startsWith(`${places[0]!.split("/")[0]}/`))) continue;
        problems.push(`${at} names ${name}, which does not exist`);
      }
      for (const [, task = "", set] of line.matchAll(command)) {
        // Examples have their own tasks.
        if (folder.startsWith("examples/")) continue;
        if (!Object.hasOwn(tasks, task)) problems.push(`${at} names the task ${task}`);
        if (task !== "test" || set === undefined || isSet(set)) continue;
        problems.push(`${at} names the tests ${set}`);
      }
    });
  }
  return problems;
}

function exists(files: ReadonlySet<string>, path: string): boolean {
  return files.has(path) || path.endsWith("/") && [...files].some((file) => file.startsWith(path));
}

function isSet(name: string): boolean {
  return name === "installed" || Object.hasOwn(topics, name) ||
    groups.some((group) => group.name === name);
}
