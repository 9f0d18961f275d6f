/** Finds words and calls that do not belong into the tree. @module */
import { allFiles, readText } from "./files.ts";
import { hasCheckedWords, wrongWords } from "./words.ts";

const rules: readonly (readonly [RegExp, string])[] = [
  [/registry\.npmjs\.org|npm\.pkg\.github/, "an address of a package registry"],
  [/(?<![\w.$}])\/(?:root|home|work|Users)\/[\w.]/, "an absolute path"],
  [/\b(?:it|test|describe|Deno\.test)\.(?:only|skip)\b/, "a test that is left out or alone"],
  [/postMessage\([^)]*["']\*["']/, "a message to any origin"],
  [/Math\.random\(/, "random numbers that can be guessed"],
];

/** APIs that browsers with passkeys may lack: Safari 16.4, Chrome 111 and Firefox 113. */
const young = new RegExp(
  "URL\\.(can)?[pP]arse\\(|AbortSignal\\.any\\(|Promise\\.(withResolvers|try)|\\.groupBy\\(|" +
    "Array\\.fromAsync|\\.(keys|values|entries)\\(\\)\\.(map|filter|find|some|every|toArray)\\(|" +
    "Uint8Array\\.from(Hex|Base64)|\\.setFrom(Hex|Base64)|RegExp\\.escape|Iterator\\.from",
);
/** Files that run in pages, but for tests, stories and the file that detects features. */
const inPages =
  /^(core|connector|ui|host|pay)\/(?!.*(_test\.|testing\/|stories\/|prepare|signals\.ts))/;

/** Lists the lines that break a rule. */
export async function strayWords(): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await allFiles()) {
    if (!/\.(ts|tsx|sol|md|html|css|json|jsonc|sh)$/.test(path)) continue;
    if (path.startsWith("scripts/check/")) continue;
    const text = await readText(path);
    if (hasCheckedWords(path)) problems.push(...wrongWords(path, text ?? ""));
    text?.split("\n").forEach((line, index) => {
      for (const [pattern, what] of rules) {
        if (pattern.test(line)) problems.push(`${path}:${index + 1} has ${what}`);
      }
      if (inPages.test(path) && young.test(line)) {
        problems.push(`${path}:${index + 1} has what some browsers with passkeys lack`);
      }
    });
  }
  return problems;
}
