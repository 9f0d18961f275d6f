/** Counts what is open at once by name. @module */
import { networkBlock } from "./client_address.ts";

/** Numbers by name, each up to a limit. */
export interface Counts {
  /** Returns whether a name has no room for one more, or so many. */
  isFull(name: string, count?: number): boolean;
  /** Adds to a name's number; one that is zero is forgotten. */
  add(name: string, count: number): void;
}

/** Counts that tell their names. */
export interface NamedCounts extends Counts {
  /** Names with a number. */
  names(): readonly string[];
}

/** Creates the counts. */
export function createCounts(most: number): NamedCounts {
  const counts = new Map<string, number>();
  return {
    names: () => [...counts.keys()],
    isFull: (name, count = 1) => (counts.get(name) ?? 0) + count > most,
    add(name, count) {
      const now = (counts.get(name) ?? 0) + count;
      if (now > 0) counts.set(name, now);
      else counts.delete(name);
    },
  };
}

/**
 * Creates the counts of clients. A block of networks gets half of all, however many clients it has:
 * one host can have a /48 of IPv6, which are 65,536.
 */
export function createClientCounts(
  { all, client }: { readonly all: number; readonly client: number },
): Counts {
  const clients = createCounts(client);
  const blocks = createCounts(Math.max(client, Math.ceil(all / 2)));
  // Each request asks three times for the same.
  let last = { name: "", block: "" };
  const blockOf = (name: string): string => {
    if (name !== last.name) last = { name, block: networkBlock(name) };
    return last.block;
  };
  return {
    isFull: (name, count) => clients.isFull(name, count) || blocks.isFull(blockOf(name), count),
    add(name, count) {
      clients.add(name, count);
      blocks.add(blockOf(name), count);
    },
  };
}
