/**
 * Compares inline snapshots like vitest, after two replacements: versions of the libraries become
 * `x.y.z`, and values of their test wallet (an address, a name) become ours.
 *
 * @module
 */
import { load } from "../versions.ts";

// deno-lint-ignore no-explicit-any -- vitest's packages as they are: their types stay out of the tree
type Foreign = any;

/** Values of the wallet that their tests use, each with ours. */
const replacements: [theirs: string, ours: string][] = [];

/** Reads a value of their wallet as ours, in the snapshots of the tests. */
export function readAs(theirs: string, ours: string): void {
  replacements.push([theirs, ours]);
}

/** Creates the plugin for chai that adds the two matchers for inline snapshots. */
export async function pluginOf(): Promise<(chai: Foreign, utils: Foreign) => void> {
  const { format } = await load<Foreign>("@vitest/pretty-format");
  const { getSerializers, stripSnapshotIndentation } = await load<Foreign>("@vitest/snapshot");
  const print = (value: unknown): string =>
    format(value, {
      escapeRegex: true,
      printFunctionName: false,
      plugins: getSerializers(),
      printBasicPrototype: false,
      escapeString: false,
    });
  return (chai, utils) => {
    const compare = (value: unknown, inline: string | undefined) => {
      if (inline === undefined) throw new Error("A snapshot without text.");
      const theirs = normalise(dedent(stripSnapshotIndentation(inline)));
      const expected = ours(theirs);
      const actual = normalise(dedent(print(value)));
      // A local account of theirs has the address that is read as ours elsewhere.
      if (actual === expected || actual === theirs) return;
      throw new chai.AssertionError("Snapshot mismatched", { expected, actual });
    };
    utils.addMethod(
      chai.Assertion.prototype,
      "toMatchInlineSnapshot",
      function (this: unknown, first?: unknown, second?: string) {
        compare(utils.flag(this, "object"), typeof first === "string" ? first : second);
      },
    );
    utils.addMethod(
      chai.Assertion.prototype,
      "toThrowErrorMatchingInlineSnapshot",
      function (this: unknown, inline?: string) {
        const object = utils.flag(this, "object");
        if (utils.flag(this, "promise")) return compare(object, inline);
        let thrown: unknown;
        try {
          object();
        } catch (error) {
          thrown = error;
        }
        if (thrown === undefined) throw new chai.AssertionError("It threw nothing.");
        compare(thrown, inline);
      },
    );
  };
}

/** Puts our wallet's values in the place of theirs. */
function ours(text: string): string {
  return replacements.reduce((before, [from, to]) => before.replaceAll(from, to), text);
}

/** Removes the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split("\n");
  const [, first = ""] = /^\n?( *)\S/.exec(text) ?? [];
  return lines.map((line) => line.startsWith(first) ? line.slice(first.length) : line.trimStart())
    .join("\n");
}

function normalise(text: string): string {
  return text.trim().replace(/\b(viem|@wagmi\/core)@\d+\.\d+\.\d+/g, "$1@x.y.z");
}
