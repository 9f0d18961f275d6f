/** Describes a fault to plant. */

/** Text in a source, and its replacement. */
export type Mutant = { file: string; from: string; to: string };

/** Describes a mutant. */
export function m(file: string, from: string, to: string): Mutant {
  return { file, from, to };
}
