/**
 * Counts the files that name a method which prompts the user. Each of them has to change with the
 * method: tables and types derived from one place keep them few.
 *
 * @module
 */
import { allFiles, readText } from "./files.ts";

/** Files that may name a method. */
export const MAX_FILES = 10;

const folders = /^(?:mod\.ts$|(?:core|connector|ui|host|service)\/.*\.tsx?$)/;
/** Tests, stories and doubles are not of the product. */
const others = /_test\.tsx?$|\/(?:testing|virtual|stories)\//;

/** Lists the methods that more files name than may. */
export async function spreadMethods(): Promise<string[]> {
  const files = new Map<string, string>();
  for (const path of await allFiles()) {
    const text = folders.test(path) && !others.test(path) ? await readText(path) : null;
    if (text !== null) files.set(path, text);
  }
  const methods = dialogMethods(files.get("core/dialog/requests.ts") ?? "");
  if (methods.length < 10) return [`only ${methods.length} methods were found`];
  return tooSpread(methods, files);
}

/** Reads the names from the table of previews. */
export function dialogMethods(text: string): string[] {
  const [table = ""] = /interface PreviewOf \{[\s\S]*?\n\}/.exec(text) ?? [];
  return [...table.matchAll(/readonly (\w+):/g)].map(([, name]) => name!);
}

/** Lists the methods that more than {@linkcode MAX_FILES} files name, in strings or as keys. */
export function tooSpread(
  methods: readonly string[],
  files: ReadonlyMap<string, string>,
): string[] {
  const code = [...files].map(([path, text]) => [path, withoutComments(text)] as const);
  return methods.flatMap((method) => {
    const named = new RegExp(`(["'\`])${method}\\1|(?<![\\w"'\`.])${method}\\s*[:(]`);
    const found = code.filter(([, text]) => named.test(text)).map(([path]) => path);
    return found.length <= MAX_FILES
      ? []
      : [`${method} is named in ${found.length} files, ${MAX_FILES} may: ${found.join(", ")}`];
  });
}

/** Removes comments, because a comment may name a method. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(?<![:"'`\\])\/\/.*/g, "");
}
