/** The map from promises to tests must name files that exist. @module */
import { allFiles, readText } from "./files.ts";

/** Paths in `tests/PROMISES.md` that lead nowhere. */
export async function missingTests(): Promise<string[]> {
  const files = await allFiles();
  const text = await readText("tests/PROMISES.md") ?? "";
  const named = [...text.matchAll(/`([\w/.*-]+\/[\w.*-]*)/g)].map(([, path]) => path!);
  const problems = named.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}`);
    return !files.some((file) => pattern.test(file));
  });
  if (named.length < 40) problems.push("hardly any test is named");
  return [...new Set(problems)].map((path) =>
    `tests/PROMISES.md names ${path}, which is not there`
  );
}
