/**
 * Compares the account's storage with `storage.json`: a new implementation reads what an old one
 * wrote, so an entry that moved breaks every account that is upgraded.
 *
 * `deno run -A contracts/storage.ts --check` fails on a difference; without it, the file is written.
 */
import { storageLayout } from "./solc.ts";

const file = new URL("./storage.json", import.meta.url);

/** Describes the storage from the account's slot on, one line per entry. */
export async function describeStorage(): Promise<string> {
  const { storage, types } = await storageLayout("test/StateLayout.sol", "StateLayout");
  const structs: Record<string, string[]> = {};
  for (const { type } of storage) collect(type);
  return JSON.stringify(structs, null, 2) + "\n";

  function collect(id: string): void {
    const { label, members, key, value } = types[id]!;
    if (members !== undefined && structs[label] === undefined) {
      structs[label] = members.map(({ label, slot, offset, type }) =>
        `slot ${slot}, byte ${offset}: ${types[type]!.label} ${label}`
      );
      for (const { type } of members) collect(type);
    }
    for (const part of [key, value]) {
      if (part !== undefined) collect(part);
    }
  }
}

if (import.meta.main) {
  const text = await describeStorage();
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(file, text);
  } else if (await Deno.readTextFile(file).catch(() => "") !== text) {
    console.log("     the account's storage is not what contracts/storage.json says");
    Deno.exit(1);
  }
}
