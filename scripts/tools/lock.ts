/**
 * Extracts parts of a lock. Deno downloads everything that a lock names as soon as one of its
 * packages is used, so each tool runs with the part that it needs.
 *
 * @module
 */

/** The fields of Deno's lock, version 5, that are read here. */
interface Lock {
  readonly version: string;
  /** Requests (`npm:solc@0.8.37`) and their resolved versions, with peers. */
  readonly specifiers: Readonly<Record<string, string>>;
  /** Packages, by name and version. */
  readonly npm: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly integrity: string;
  /** Names; with the version where the lock has several of it. */
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
}

/**
 * The part of a lock for some packages and their dependencies.
 *
 * @param text the lock
 * @param wanted packages or files of them (`solc@0.8.37`, `solc@0.8.37/soljson.js`). Deno resolves
 * names that are not in the lock.
 */
export function partOfLock(text: string, wanted: readonly string[]): string {
  const { version, specifiers, npm }: Lock = JSON.parse(text);
  const asked = Object.entries(specifiers).filter(([specifier]) => {
    const name = specifier.slice("npm:".length);
    return wanted.some((each) => each === name || each.startsWith(`${name}/`));
  });
  const keyOf = new Map<string, string>();
  for (const key of Object.keys(npm)) keyOf.set(key, key).set(nameOf(key), key);
  const taken = new Set<string>();
  const queue = asked.map(([specifier, found]) => `${nameOf(specifier.slice(4))}@${found}`);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const key = keyOf.get(next);
    if (key === undefined) throw new Error(`The lock does not name ${next}.`);
    if (taken.has(key)) continue;
    taken.add(key);
    const { dependencies = [], optionalDependencies = [] } = npm[key]!;
    queue.push(...dependencies, ...optionalDependencies);
  }
  const part: Lock = {
    version,
    specifiers: Object.fromEntries(asked),
    npm: Object.fromEntries(Object.entries(npm).filter(([key]) => taken.has(key))),
  };
  return `${JSON.stringify(part, null, 2)}\n`;
}

/** The name in `@scope/name@1.2.3`. */
function nameOf(key: string): string {
  const at = key.indexOf("@", 1);
  return at < 0 ? key : key.slice(0, at);
}
