/** Writes measurements as tables into `RESULTS.md`. @module */
import { cpus } from "node:os";

/** One table. */
export interface Section {
  /** The subject of the measurement. */
  readonly title: string;
  /** Method and limitations. */
  readonly about: string;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Values; the first value of each row is its name. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The result of a benchmark: its tables, and the versions of its tools. */
export interface Part {
  readonly sections: readonly Section[];
  /** Version by name. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** Returns the quantile of values (`0.95`: 95 of 100 are at most the result). */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Median, 95th and 99th percentile in milliseconds, as cells. */
export function spread(values: readonly number[]): string[] {
  return [0.5, 0.95, 0.99].map((part) => quantile(values, part).toFixed(1));
}

/** A table in Markdown. */
export function table({ columns, rows }: Section): string {
  const cells = (row: readonly (string | number)[]) =>
    `| ${
      row.map((cell) => typeof cell === "number" ? cell.toLocaleString("en") : cell).join(" | ")
    } |`;
  const isText = (index: number) => rows.some((row) => /[a-z]{3}/i.test(String(row[index])));
  const line = columns.map((_, index) => isText(index) ? "---" : "--:");
  return [cells(columns), `| ${line.join(" | ")} |`, ...rows.map(cells)].join("\n");
}

/** The file: tables, and the system on which they were measured. */
export function results(parts: readonly Part[], day: string): string {
  const [cpu] = cpus();
  const versions: Record<string, string> = { Deno: Deno.version.deno };
  for (const part of parts) Object.assign(versions, part.versions);
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ");
  const head = `# Results

<!-- Written by \`deno task bench\`; do not edit. -->

Measured on ${day}, all in one run: ${cpus().length} × ${
    cpu?.model ?? "an unknown processor"
  }, ${Deno.build.os} ${Deno.build.arch}.
With ${named}.

Times were measured on one machine that also ran chain and browser: compare
them within this file only. These are not limits; the limits are in \`tests/size_test.ts\`
and \`contracts/gas_test.ts\`.
`;
  const sections = parts.flatMap((part) => part.sections).map((section) =>
    `## ${section.title}\n\n${section.about}\n\n${table(section)}\n`
  );
  return [head, ...sections].join("\n");
}
