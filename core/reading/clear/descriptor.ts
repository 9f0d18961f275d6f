/**
 * Types of the part of ERC-7730 (version 2) that this wallet uses: which contract, which functions,
 * and how each argument is shown.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import type { Address } from "../../lib/hex.ts";

/** Schema version of the descriptors here. */
export const $schema = "https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json";

/** A descriptor. It is data: nothing in it can make the wallet do more than show a value. */
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
  /** How its functions are shown. */
  readonly display: {
    /** Formats by function, written with argument names as in ERC-7730. */
    readonly formats: Readonly<Record<string, FunctionFormat>>;
    /**
     * Not in ERC-7730: the commands of a field of the format `commands`, by the command's byte in hex
     * without the flag; each is written as a function whose arguments its input holds.
     */
    readonly commands?: Readonly<Record<string, CommandFormat>>;
    /** Not in ERC-7730: the same for commands nested in one of those, which have their own table. */
    readonly actions?: Readonly<Record<string, CommandFormat>>;
  };
}

/** Table that defines commands. */
export type CommandTable = "commands" | "actions";

/** How a command is shown. */
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

/** How a function is shown. */
export interface FunctionFormat {
  /** Purpose of the function, in English. */
  readonly intent: string;
  /** Values, in display order. */
  readonly fields: readonly FieldFormat[];
}

/** How a value is shown. */
export interface FieldFormat {
  /** Path to the value: in the arguments, or `@.value`, `@.to` and `@.from` of the call. */
  readonly path: string;
  /** Label of the value, in English. */
  readonly label: string;
  /** Format; an unknown one is shown as `raw`. */
  readonly format: string;
  readonly params?: FormatParams;
  /**
   * `never` for values without meaning for users; they must still be listed. With `ifNotIn` the field
   * is shown unless all its values are among these, written as text in lower case.
   */
  readonly visible?: "never" | { readonly ifNotIn: readonly string[] };
}

/** Parameters of formats. */
export interface FormatParams {
  /** Path to the token's address. */
  readonly tokenPath?: string;
  /** The token itself. */
  readonly token?: Address;
  /** Tokens by the value at a path, written as text in lower case. */
  readonly tokenMap?: {
    readonly path: string;
    readonly values: Readonly<Record<string, Address>>;
  };
  /** Placeholder addresses of the native currency. */
  readonly nativeCurrencyAddress?: readonly Address[];
  /** From this amount on (hex), `message` is shown instead. */
  readonly threshold?: string;
  /** Shown instead of an amount from the threshold on; "Unlimited" if absent. */
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
  /** Contract that nested call data is sent to. */
  readonly callee?: Address;
  /**
   * Path to that contract, one for a whole list or one for each. `@.to` is the contract itself: in the
   * routers here, it then acts for its caller.
   */
  readonly calleePath?: string;
  /** Path to the native amount that nested call data is sent with. */
  readonly amountPath?: string;
  /** Not in ERC-7730: placeholder addresses of the contract itself. */
  readonly selfAddress?: readonly Address[];
  /** Not in ERC-7730: meanings of special amounts, by the number. */
  readonly exactly?: Readonly<Record<string, string>>;
  /** Not in ERC-7730: path to the flag that a step may fail without stopping the others. */
  readonly mayFailPath?: string;
  /** Not in ERC-7730: packed pools are listed from the received token to the given one. */
  readonly reversed?: true;
  /** Not in ERC-7730: path to the commands whose inputs the field holds. */
  readonly commandsPath?: string;
  /** Not in ERC-7730: table of these commands; `commands` if absent. */
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

/** Hides arguments: technical ones, or those shown as part of another field. */
export function hidden(...paths: readonly string[]): readonly FieldFormat[] {
  return paths.map((path) => ({ path, label: path, format: "raw", visible: "never" }));
}
