/**
 * Compares the account's storage with `storage.json`: a new implementation reads the storage of an
 * old one, so a moved entry breaks every upgraded account. Later versions must start with the
 * storage of the first.
 *
 * `deno run -A contracts/storage.ts --check` fails on a difference; without it, the file is
 * written.
 */
import { type StorageEntry, type StorageLayout, storageLayout } from "./solc.ts";

const file = new URL("./storage.json", import.meta.url);

/** Contracts that hold the state of each version, the first one first. */
const versions = ["StateLayout", "StateLayoutSecond"] as const;

/** Describes the storage of all versions from the account's slot on, one line per entry. */
export async function describeStorage(): Promise<string> {
  const layouts = await Promise.all(
    versions.map((name) => storageLayout("test/StateLayout.sol", name)),
  );
  const structs: Record<string, string[]> = {};
  for (const { storage, types } of layouts) {
    for (const { type } of storage) collect(types, type);
  }
  const [first, ...later] = layouts.map(entries);
  for (const [index, each] of later.entries()) {
    const moved = first!.findIndex((entry, place) => each[place] !== entry);
    if (moved >= 0) throw new Error(`${versions[index + 1]} moves "${first![moved]}"`);
  }
  return JSON.stringify(structs, null, 2) + "\n";

  function collect(types: StorageLayout["types"], id: string): void {
    const { label, members, key, value } = types[id]!;
    if (members !== undefined && structs[label] === undefined) {
      structs[label] = members.map(({ label, slot, offset, type }) =>
        `slot ${slot}, byte ${offset}: ${types[type]!.label} ${label}`
      );
      for (const { type } of members) collect(types, type);
    }
    for (const part of [key, value]) {
      if (part !== undefined) collect(types, part);
    }
  }
}

/** Lists the variables in the order of storage, structs within structs opened. */
function entries({ storage, types }: StorageLayout): string[] {
  const open = (list: readonly StorageEntry[], base: bigint): string[] =>
    list.flatMap(({ label, slot, offset, type }) => {
      const at = base + BigInt(slot);
      const { members, label: name } = types[type]!;
      return members === undefined
        ? [`slot ${at}, byte ${offset}: ${name} ${label}`]
        : open(members, at);
    });
  return open(storage, 0n);
}

if (import.meta.main) {
  const text = await describeStorage();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(file, text);
  } else if (await Deno.readTextFile(file).catch(() => "") !== text) {
    console.log("     the account's storage differs from contracts/storage.json");
    Deno.exit(1);
  }
}
