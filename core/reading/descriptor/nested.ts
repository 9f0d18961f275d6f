/** Extracts nested calls and commands from a field. @module */
import { type Address, type Hex, hexToBytes, size } from "viem";
import type { Call } from "../../account/calls.ts";
import type { CommandTable, FormatParams } from "./descriptor.ts";
import type { Found } from "./path.ts";

/** A step within a call: another call, or a command that only its contract interprets. */
export type NestedStep =
  & {
    /** True if it may fail without stopping the others. */
    readonly mayFail: boolean;
  }
  & (
    | {
      readonly kind: "call";
      readonly call: Call;
      /** True if the contract executes it itself, on behalf of its caller. */
      readonly own: boolean;
    }
    | {
      readonly kind: "command";
      /** Byte of the command, without its flag. */
      readonly type: number;
      /** Table that defines it. */
      readonly table: CommandTable;
      readonly input: Hex;
    }
  );

type Find = (path: string) => readonly Found[] | null;

/** Extracts calls (`calldata`); returns `null` if their target is unknown. */
export function nestedCalls(
  params: FormatParams,
  found: readonly Found[],
  self: Address,
  find: Find,
): readonly NestedStep[] | null {
  const callees = params.callee === undefined
    ? valuesAt(params.calleePath, "address", found.length, find)
    : [params.callee];
  const amounts = params.amountPath === undefined
    ? [0n]
    : valuesAt(params.amountPath, "uint256", found.length, find);
  const lenient = params.mayFailPath === undefined
    ? [false]
    : valuesAt(params.mayFailPath, "bool", found.length, find);
  if (callees === null || amounts === null || lenient === null) return null;
  if (found.some(({ shape }) => shape.type !== "bytes")) return null;
  const own = params.calleePath === "@.to";
  return found.map(({ value }, index) => ({
    kind: "call",
    own,
    mayFail: nth(lenient, index) === true,
    call: {
      to: own ? self : nth(callees, index) as Address,
      value: nth(amounts, index) as bigint,
      data: value as Hex,
    },
  }));
}

/** Flag of commands that may fail. */
const MAY_FAIL = 0x80;
/** Bits of a command that routers use: they ignore the one below the flag. */
const COMMAND_BITS = 0x3f;

/** Extracts commands with their inputs (`commands`); returns `null` if their numbers differ. */
export function nestedCommands(
  { commandsPath = "", table = "commands" }: FormatParams,
  found: readonly Found[],
  find: Find,
): readonly NestedStep[] | null {
  const [commands, more] = find(commandsPath) ?? [];
  if (commands?.shape.type !== "bytes" || more !== undefined) return null;
  const types = commands.value as Hex;
  if (size(types) !== found.length) return null;
  if (found.some(({ shape }) => shape.type !== "bytes")) return null;
  const bytes = hexToBytes(types);
  // Actions have no flag: they use all eight bits.
  const [mask, flag] = table === "commands" ? [COMMAND_BITS, MAY_FAIL] : [~0, 0];
  return found.map(({ value }, index) => ({
    kind: "command",
    type: bytes[index]! & mask,
    table,
    input: value as Hex,
    mayFail: (bytes[index]! & flag) !== 0,
  }));
}

/** Finds values of a type at a path: one for all elements, or one for each. */
function valuesAt(
  path: string | undefined,
  type: string,
  count: number,
  find: Find,
): readonly unknown[] | null {
  const found = path === undefined ? null : find(path);
  if (found === null || (found.length !== 1 && found.length !== count)) return null;
  return found.some(({ shape }) => shape.type !== type) ? null : found.map(({ value }) => value);
}

function nth(values: readonly unknown[], index: number): unknown {
  return values.length === 1 ? values[0] : values[index];
}
