/** Merges the included file of a descriptor, as specified by ERC-7730. @module */

type Json = Record<string, unknown>;

/** Files that include each other in a chain. */
const MAX_INCLUDES = 4;

/**
 * Reads a descriptor and its included files. Only files inside of the folder are read.
 *
 * @throws {Error} if an included file is elsewhere, or missing
 */
export async function withIncludes(folder: string, path: string, depth = 0): Promise<Json> {
  const file = JSON.parse(await Deno.readTextFile(`${folder}/${path}`)) as Json;
  const { includes, ...rest } = file;
  if (includes === undefined) return file;
  const inside = typeof includes === "string" ? resolve(path, includes) : null;
  if (inside === null) throw new Error("it includes a file from elsewhere");
  if (depth >= MAX_INCLUDES) throw new Error("it includes too many files");
  return merge(await withIncludes(folder, inside, depth + 1), rest);
}

/** Resolves a path relative to a file; `null` if it leads out of the folder. */
function resolve(from: string, to: string): string | null {
  if (/^(?:[a-z]+:|\/)/i.test(to)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of to.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Merges two objects, the second one first; fields are merged by their path. */
function merge(base: Json, over: Json): Json {
  const out: Json = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = out[key];
    out[key] = isObject(before) && isObject(value)
      ? merge(before, value)
      : key === "fields" && Array.isArray(before) && Array.isArray(value)
      ? mergeFields(before as Json[], value as Json[])
      : value;
  }
  return out;
}

function mergeFields(base: readonly Json[], over: readonly Json[]): Json[] {
  const known = new Set(base.map(({ path }) => path));
  return [
    ...base.map((field) => {
      const change = over.find(({ path }) => path !== undefined && path === field.path);
      return change === undefined ? field : merge(field, change);
    }),
    ...over.filter(({ path }) => path === undefined || !known.has(path)),
  ];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
