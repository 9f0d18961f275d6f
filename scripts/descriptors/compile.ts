/**
 * Converts an ERC-7730 file (version 2) for calls to the wallet's format: references are resolved,
 * groups of fields are expanded, and each value has one notation. A function that cannot be
 * converted completely is skipped, with the reason. The compiler never guesses.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import {
  $schema,
  type Descriptor,
  type FunctionFormat,
} from "../../core/reading/descriptor/descriptor.ts";
import { shapeOf } from "../../core/abi/shape.ts";
import { parseFunction } from "../../core/reading/clear/registry.ts";
import { functionProblems, headProblems, leafTypes } from "../../core/reading/clear/rules.ts";
import {
  checkSchema,
  deploymentsOf,
  functionOf,
  namesOf,
  reasonOf,
  record,
  Unreadable,
} from "./parts.ts";
import { sharedIntents, wordsProblem } from "./words.ts";

/** A descriptor that was compiled. */
export interface Compiled {
  readonly descriptor: Descriptor;
  /** Skipped functions, with the reasons. */
  readonly left: readonly string[];
}

/**
 * Compiles a file with merged includes.
 *
 * @throws {Error} with the reason, if no part of it can be read
 */
export function compile(file: unknown): Compiled {
  const given = record(file);
  checkSchema(given);
  const { contract } = record(given.context);
  if (contract === undefined) throw new Unreadable("it is for typed data");
  const { $id, metadata } = namesOf(given);
  const head: Descriptor = {
    $schema,
    context: { $id, contract: { deployments: deploymentsOf(record(contract).deployments) } },
    metadata,
    display: { formats: {} },
  };
  const [problem] = headProblems(head);
  if (problem !== undefined) throw new Unreadable(problem);
  const formats: Record<string, FunctionFormat> = {};
  const selectors = new Set<string>();
  const left: string[] = [];
  for (const [name, format] of Object.entries(record(record(given.display).formats))) {
    try {
      const key = keyOf(name);
      const described = functionOf(record(format), given);
      const [wrong] = functionProblems(key, described, head);
      if (wrong !== undefined) throw new Unreadable(wrong);
      const { selector, inputs } = shapeOf(parseFunction(key));
      const words = wordsProblem(described, leafTypes(inputs));
      if (words !== null) throw new Unreadable(words);
      if (selectors.has(selector)) throw new Unreadable("its selector is there twice");
      selectors.add(selector);
      formats[key] = described;
    } catch (error) {
      left.push(`${name.slice(0, 60)}: ${reasonOf(error)}`);
    }
  }
  const shared = sharedIntents(formats);
  for (const [key, { intent }] of Object.entries(formats)) {
    if (!shared.has(intent)) continue;
    delete formats[key];
    left.push(`${key.slice(0, 60)}: its intent is that of another function, too: ${intent}`);
  }
  if (Object.keys(formats).length === 0) {
    throw new Unreadable(`no function can be read (${left[0] ?? "none"})`);
  }
  return { descriptor: { ...head, display: { formats } }, left };
}

/** Writes a function's key in one way. */
function keyOf(name: string): string {
  return name.trim().replace(/\s+/g, " ").replace(/\s*([,()])\s*/g, "$1")
    .replace(/\)(?=\w)/g, ") ").replace(/\b(u?int)(?=[ ,)[])/g, "$1256");
}
