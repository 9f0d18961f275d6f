/** Files that probably hold two ideas. @module */
import { allFiles, readText } from "./files.ts";

const LIMIT = 400;
/** Tables, not code: generated ABIs, texts, the list of stories. */
const tables =
  /^(contracts\/artifacts\/|contracts\/testing\/artifacts\/|ui\/text\/|ui\/stories\/stories\.ts)/;

/** Source files above the limit. */
export async function longFiles(): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await allFiles()) {
    if (!/\.(ts|tsx|sol)$/.test(path) || tables.test(path)) continue;
    const lines = (await readText(path))?.split("\n").length ?? 0;
    if (lines > LIMIT) problems.push(`${path} has ${lines} lines; the limit is ${LIMIT}`);
  }
  return problems;
}
