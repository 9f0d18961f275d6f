/**
 * Types of the subset of ERC-7730 (version 2) that this wallet supports: the contract, its
 * functions, and the format of each argument.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import type { Address } from "../../lib/hex.ts";

/** Schema version of the descriptors here. */
export const $schema = "https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json";

/** A descriptor. It is plain data: it can only determine how values are shown. */
export interface Descriptor {
  /** Schema version of ERC-7730. */
  readonly $schema: typeof $schema;
  /** Contracts that it applies to; it never explains others. */
  readonly context: {
    readonly $id: string;
    readonly contract: { readonly deployments: readonly Deployment[] };
  };
  /** Owner and name of the contract. */
  readonly metadata: {
    readonly owner: string;
    readonly contractName: string;
    readonly enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** Display of its functions. */
  readonly display: {
    /** Formats by function, written with argument names as in ERC-7730. */
    readonly formats: Readonly<Record<string, FunctionFormat>>;
    /**
     * Not in ERC-7730: the commands of a field of the format `commands`, by the command's byte in
     * hex without the flag. Each command is written as a function with the arguments of its input.
     */
    readonly commands?: Readonly<Record<string, CommandFormat>>;
    /** Not in ERC-7730: commands nested in one of `commands`, which have a separate table. */
    readonly actions?: Readonly<Record<string, CommandFormat>>;
  };
}

/** Table that defines commands. */
export type CommandTable = "commands" | "actions";

/** Display of a command. */
export interface CommandFormat extends FunctionFormat {
  /** Name and arguments, written as a function; absent if the input is shown as bytes. */
  readonly input?: string;
}

/** A contract on a chain. */
export interface Deployment {
  /** Chain id (EIP-155). */
  readonly chainId: number;
  /** Address with its checksum (ERC-55). */
  readonly address: Address;
}

/** Display of a function. */
export interface FunctionFormat {
  /** Purpose of the function, in English. */
  readonly intent: string;
  /** Values, in display order. */
  readonly fields: readonly FieldFormat[];
}

/** Display of a value. */
export interface FieldFormat {
  /** Path to the value: in the arguments, or `@.value`, `@.to` and `@.from` of the call. */
  readonly path: string;
  /** Label of the value, in English. */
  readonly label: string;
  /** Format; an unknown one is shown as `raw`. */
  readonly format: string;
  readonly params?: FormatParams;
  /**
   * `never` for values without meaning for users; they must still be listed. With `ifNotIn`, the
   * field is shown unless all its values are in this list, as lowercase text.
   */
  readonly visible?: "never" | { readonly ifNotIn: readonly string[] };
}

/** Parameters of formats. */
export interface FormatParams {
  /** Path to the token's address. */
  readonly tokenPath?: string;
  /** The token itself. */
  readonly token?: Address;
  /** Tokens by the value at a path, as lowercase text. */
  readonly tokenMap?: {
    readonly path: string;
    readonly values: Readonly<Record<string, Address>>;
  };
  /** Placeholder addresses of the native currency. */
  readonly nativeCurrencyAddress?: readonly Address[];
  /** From this amount (hex), `message` is shown instead. */
  readonly threshold?: string;
  /** Text for amounts from the threshold on. Default: "Unlimited". */
  readonly message?: string;
  /** Path to the collection's address. */
  readonly collectionPath?: string;
  /** Encoding of a date. */
  readonly encoding?: "timestamp";
  /** Unit of the value. */
  readonly base?: string;
  /** Decimals of a value with a unit. */
  readonly decimals?: number;
  /** Reference to an enum, such as `$.metadata.enums.mode`. */
  readonly $ref?: string;
  /** Placeholder addresses of the call's sender. */
  readonly senderAddress?: readonly Address[];
  /** Target contract of nested call data. */
  readonly callee?: Address;
  /**
   * Path to the target contract, one for a whole list or one for each call. `@.to` is the contract
   * itself, which in these routers acts for its caller.
   */
  readonly calleePath?: string;
  /** Path to the native amount of nested call data. */
  readonly amountPath?: string;
  /** Not in ERC-7730: placeholder addresses of the contract itself. */
  readonly selfAddress?: readonly Address[];
  /** Not in ERC-7730: meanings of special amounts, by number. */
  readonly exactly?: Readonly<Record<string, string>>;
  /** Not in ERC-7730: path to the flag that a step may fail without stopping the others. */
  readonly mayFailPath?: string;
  /** Not in ERC-7730: packed pools are listed from the received token to the spent one. */
  readonly reversed?: true;
  /** Not in ERC-7730: path to the commands of the field's inputs. */
  readonly commandsPath?: string;
  /** Not in ERC-7730: table of these commands. Default: `commands`. */
  readonly table?: CommandTable;
  /** Not in ERC-7730: path to the token's address, chosen by the boolean at `path`. */
  readonly tokenPathIf?: {
    readonly path: string;
    readonly true: string;
    readonly false: string;
  };
}

/** Lists deployments at the same address on several chains. */
export function on(address: Address, ...chainIds: readonly number[]): readonly Deployment[] {
  return chainIds.map((chainId) => ({ chainId, address }));
}

/** Shows the native amount sent with the call. */
export function sent(label: string): FieldFormat {
  return { path: "@.value", label, format: "amount" };
}

/** Shows an amount of the token at a path. */
export function amount(
  path: string,
  label: string,
  tokenPath: string,
  more: Pick<FormatParams, "threshold" | "message" | "exactly" | "nativeCurrencyAddress"> = {},
): FieldFormat {
  return { path, label, format: "tokenAmount", params: { tokenPath, ...more } };
}

/** Shows an address. */
export function party(path: string, label: string): FieldFormat {
  return { path, label, format: "addressName" };
}

/** Shows an address, with placeholders of the caller and of the contract itself. */
export function partyOf(
  path: string,
  label: string,
  stand: Pick<FormatParams, "senderAddress" | "selfAddress">,
): FieldFormat {
  return { path, label, format: "addressName", params: stand };
}

/** Shows steps that the contract executes itself, on behalf of its caller. */
export function ownSteps(path: string): FieldFormat {
  return { path, label: "Step", format: "calldata", params: { calleePath: "@.to" } };
}

/** Shows a date in Unix seconds. */
export function moment(path: string, label: string): FieldFormat {
  return { path, label, format: "date", params: { encoding: "timestamp" } };
}

/** Shows a value by its type alone. */
export function raw(path: string, label: string): FieldFormat {
  return { path, label, format: "raw" };
}

/** Hides arguments: technical ones, or arguments that another field shows. */
export function hidden(...paths: readonly string[]): readonly FieldFormat[] {
  return paths.map((path) => ({ path, label: path, format: "raw", visible: "never" }));
}
