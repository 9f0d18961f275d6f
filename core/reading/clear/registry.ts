/** Looks up descriptors; the functions of each are parsed once. @module */
import { type AbiFunction, type Hex, isAddressEqual, parseAbiItem } from "viem";
import type { Call } from "../../account/calls.ts";
import { shapeOf } from "../../abi/shape.ts";
import type { FunctionShape } from "../../abi/shape.ts";
import type {
  CommandFormat,
  CommandTable,
  Descriptor,
  FunctionFormat,
} from "../descriptor/descriptor.ts";
import { convention, descriptors } from "../descriptors/mod.ts";
import { ownWords } from "../descriptors/own_words.ts";

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

/** Descriptors by contract. */
export interface DescriptorRegistry {
  /** Finds the verified entry for exactly this function of this contract on this chain. */
  verified(chainId: number, call: Call): Entry | null;
  /** Finds the entry of a function that many contracts share by convention. */
  convention(call: Call): Entry | null;
  /** Finds a command of a contract. */
  command(descriptor: Descriptor, table: CommandTable, type: number): CommandEntry | null;
}

/** Creates a registry of descriptors. Default: those in this release. */
export function createRegistry(known: readonly Descriptor[] = descriptors): DescriptorRegistry {
  const functions = new Map<Descriptor, ReadonlyMap<string, Entry>>();
  const commands = new Map<CommandFormat, CommandEntry>();
  const entryOf = (descriptor: Descriptor, data: Hex): Entry | null => {
    let entries = functions.get(descriptor);
    if (entries === undefined) functions.set(descriptor, entries = entriesOf(descriptor));
    return entries.get(data.slice(0, 10).toLowerCase()) ?? null;
  };
  return {
    verified(chainId, { to, data }) {
      const descriptor = known.find(({ context }) =>
        context.contract.deployments.some((each) =>
          each.chainId === chainId && isAddressEqual(each.address, to)
        )
      );
      return descriptor === undefined ? null : entryOf(descriptor, data);
    },
    convention: ({ data }) => entryOf(convention, data),
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

/** Lists the signatures of all functions in descriptors, by selector. */
export function knownSignatures(): ReadonlyMap<string, string> {
  const keys = [...descriptors, convention].flatMap(({ display }) => Object.keys(display.formats));
  return new Map(keys.map((key) => {
    const { selector, signature } = shapeOf(parseFunction(key));
    return [selector, signature];
  }));
}

/** Parses a key of `display.formats` as an ABI item. */
export function parseFunction(key: string): AbiFunction {
  return parseAbiItem(`function ${key}` as string) as AbiFunction;
}

function entriesOf(descriptor: Descriptor): ReadonlyMap<string, Entry> {
  const entries = (formats: Readonly<Record<string, FunctionFormat>>) =>
    Object.entries(formats).map(([key, format]): [string, Entry] => {
      const shape = shapeOf(parseFunction(key));
      return [shape.selector, { shape, format, descriptor }];
    });
  const own = descriptor === convention ? [] : entries(ownWords);
  return new Map([...entries(descriptor.display.formats), ...own]);
}
