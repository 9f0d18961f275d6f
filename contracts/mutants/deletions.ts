/** Deletes each statement that no fault of the lists changes. */
import type { Mutant } from "./mutant.ts";

/** Statements on one line that are neither declared names nor results. */
const isDeletable = (line: string): boolean =>
  /^ {8,}\S.*;$/.test(line) &&
  !/^\s*(return\b|_;|mapping|\(?[\w.]+(\[\])?( (calldata|memory|storage))? \w+( =|,|;))/.test(line);

/** Lines after which a statement starts. */
const isBefore = (line: string): boolean => /[;{}]$|^\s*(\/\/|\*|$)/.test(line);

/**
 * Lists the statements of a file, each to be taken out, that no other mutant touches.
 *
 * @param file Path below `src/`.
 * @param source Its text.
 * @param others Mutants that are known.
 */
export function deletionsOf(
  file: string,
  source: string,
  others: readonly Mutant[],
): Mutant[] {
  const lines = source.split("\n");
  const touched = new Set<number>();
  for (const { from } of others.filter((each) => each.file === file)) {
    const at = source.indexOf(from);
    const first = source.slice(0, at).split("\n").length - 1;
    const last = first + from.trimEnd().split("\n").length - 1;
    for (let line = first; line <= last; line++) touched.add(line);
  }
  return lines.flatMap((line, index): Mutant[] => {
    if (touched.has(index) || !isDeletable(line) || !isBefore(lines[index - 1]!)) return [];
    // With as many of the lines above as make the place the only one.
    for (let first = index; first >= 0; first--) {
      const from = lines.slice(first, index + 1).join("\n");
      if (source.indexOf(from) !== source.lastIndexOf(from)) continue;
      return [{ file, from, to: lines.slice(first, index).join("\n") }];
    }
    return [];
  });
}
