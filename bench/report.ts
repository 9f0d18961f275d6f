/** Writes measurements as tables into `RESULTS.md`. @module */
import { cpus } from "node:os";

/** One table. */
export interface Section {
  /** The subject of the measurement. */
  readonly title: string;
  /** How, and what it does not say. */
  readonly about: string;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Values; the first of each row is its name. */
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The whole of a part: its tables, and the versions of what it used. */
export interface Part {
  readonly sections: readonly Section[];
  /** Version by name. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** The value below which a part of the others lies (`0.95`: 95 of 100). */
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

/** The file: tables, and what they were measured on. */
export function results(parts: readonly Part[], day: string): string {
  const [cpu] = cpus();
  const versions: Record<string, string> = { Deno: Deno.version.deno };
  for (const part of parts) Object.assign(versions, part.versions);
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ");
  const head = `# Results

<!-- Written by \`deno task bench\`; never by hand. -->

Measured on ${day}, all in one run: ${cpus().length} × ${
    cpu?.model ?? "an unknown processor"
  }, ${Deno.build.os} ${Deno.build.arch}.
With ${named}.

Times are those of one machine on which everything runs at once, chain and browser included: compare
them within this file only. Nothing here is a limit; those are in \`tests/size_test.ts\` and
\`contracts/gas_test.ts\`.
`;
  const sections = parts.flatMap((part) => part.sections).map((section) =>
    `## ${section.title}\n\n${section.about}\n\n${table(section)}\n`
  );
  return [head, ...sections].join("\n");
}
