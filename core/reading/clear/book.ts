/** Where descriptors are looked up; what they say of functions is read once. @module */
import { type AbiFunction, type Hex, isAddressEqual, parseAbiItem } from "viem";
import type { Call } from "../../account/calls.ts";
import { type FunctionShape, shapeOf } from "./decode_exactly.ts";
import type { CommandFormat, CommandTable, Descriptor, FunctionFormat } from "./descriptor.ts";
import { descriptors, usual } from "./descriptors/mod.ts";

/** A function that a descriptor explains. */
export interface Entry {
  readonly shape: FunctionShape;
  readonly format: FunctionFormat;
  readonly descriptor: Descriptor;
}

/** A command that a descriptor names; without a shape its input is shown as bytes. */
export interface CommandEntry {
  readonly shape: FunctionShape | null;
  readonly format: CommandFormat;
}

/** The descriptors. */
export interface Book {
  /** What is for exactly this contract on this chain, and for this function of it. */
  pinned(chainId: number, call: Call): Entry | null;
  /** What contracts of all kinds have under this name. */
  usual(call: Call): Entry | null;
  /** A command of a contract. */
  command(descriptor: Descriptor, table: CommandTable, type: number): CommandEntry | null;
}

/** A book of descriptors; those of the release if none are given. */
export function bookOf(known: readonly Descriptor[] = descriptors): Book {
  const functions = new Map<Descriptor, ReadonlyMap<string, Entry>>();
  const commands = new Map<CommandFormat, CommandEntry>();
  const entryOf = (descriptor: Descriptor, data: Hex): Entry | null => {
    let entries = functions.get(descriptor);
    if (entries === undefined) functions.set(descriptor, entries = entriesOf(descriptor));
    return entries.get(data.slice(0, 10).toLowerCase()) ?? null;
  };
  return {
    pinned(chainId, { to, data }) {
      const descriptor = known.find(({ context }) =>
        context.contract.deployments.some((each) =>
          each.chainId === chainId && isAddressEqual(each.address, to)
        )
      );
      return descriptor === undefined ? null : entryOf(descriptor, data);
    },
    usual: ({ data }) => entryOf(usual, data),
    command(descriptor, table, type) {
      const format = descriptor.display[table]?.[`0x${type.toString(16).padStart(2, "0")}`];
      if (format === undefined) return null;
      let entry = commands.get(format);
      if (entry === undefined) {
        const shape = format.input === undefined ? null : shapeOf(parseFunction(format.input));
        commands.set(format, entry = { shape, format });
      }
      return entry;
    },
  };
}

/** All functions that descriptors name, wherever they are. */
export function knownSignatures(): ReadonlyMap<string, string> {
  const keys = [...descriptors, usual].flatMap(({ display }) => Object.keys(display.formats));
  return new Map(keys.map((key) => {
    const { selector, signature } = shapeOf(parseFunction(key));
    return [selector, signature];
  }));
}

/** A key of `display.formats` as an ABI's item. */
export function parseFunction(key: string): AbiFunction {
  return parseAbiItem(`function ${key}` as string) as AbiFunction;
}

function entriesOf(descriptor: Descriptor): ReadonlyMap<string, Entry> {
  return new Map(
    Object.entries(descriptor.display.formats).map(([key, format]) => {
      const shape = shapeOf(parseFunction(key));
      return [shape.selector, { shape, format, descriptor }];
    }),
  );
}
