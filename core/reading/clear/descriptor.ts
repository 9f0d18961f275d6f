/**
 * The part of ERC-7730 (version 2) that this wallet uses: which contract, which functions, and how
 * each argument is shown.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import type { Address } from "../../lib/hex.ts";

/** The version that the descriptors here are written in. */
export const $schema = "https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json";

/** A descriptor. It is data: nothing in it can make the wallet do more than show a value. */
export interface Descriptor {
  /** The version of ERC-7730. */
  readonly $schema: typeof $schema;
  /** What it applies to; nothing else is ever explained by it. */
  readonly context: {
    readonly $id: string;
    readonly contract: { readonly deployments: readonly Deployment[] };
  };
  /** Whose contract it is. */
  readonly metadata: {
    readonly owner: string;
    readonly contractName: string;
    readonly enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** How its functions are shown. */
  readonly display: {
    /** By the function with the names of its arguments, as ERC-7730 writes it. */
    readonly formats: Readonly<Record<string, FunctionFormat>>;
    /**
     * Not of ERC-7730: what the bytes of a field of the format `commands` stand for, by the command's
     * byte in hex without the flag; each is written as a function whose arguments its input holds.
     */
    readonly commands?: Readonly<Record<string, CommandFormat>>;
    /** Not of ERC-7730: the same for commands within one of those, which have a table of their own. */
    readonly actions?: Readonly<Record<string, CommandFormat>>;
  };
}

/** Where commands are looked up. */
export type CommandTable = "commands" | "actions";

/** How a command is shown. */
export interface CommandFormat extends FunctionFormat {
  /** Its name with its arguments, written as a function; absent if its input is shown as bytes. */
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
  /** What it is for, in English. */
  readonly intent: string;
  /** Its values, in the order in which they are shown. */
  readonly fields: readonly FieldFormat[];
}

/** How a value is shown. */
export interface FieldFormat {
  /** Where it is: among the arguments, or `@.value`, `@.to` and `@.from` of the call. */
  readonly path: string;
  /** What it is, in English. */
  readonly label: string;
  /** The format; one that is not known is shown as `raw`. */
  readonly format: string;
  /** What the format needs. */
  readonly params?: FormatParams;
  /**
   * `never` for what says nothing to a person; it has to be named all the same. With `ifNotIn` it is
   * shown unless all its values are among these, written as text in lower case.
   */
  readonly visible?: "never" | { readonly ifNotIn: readonly string[] };
}

/** What formats need. */
export interface FormatParams {
  /** Where the token's address is. */
  readonly tokenPath?: string;
  /** Addresses that stand for the native currency. */
  readonly nativeCurrencyAddress?: readonly Address[];
  /** From this amount on, as hex, `message` is shown in its place. */
  readonly threshold?: string;
  /** Instead of an amount beyond the threshold; "Unlimited" if absent. */
  readonly message?: string;
  /** Where the collection's address is. */
  readonly collectionPath?: string;
  /** How a moment is written. */
  readonly encoding?: "timestamp";
  /** The unit. */
  readonly base?: string;
  /** Decimals of a value with a unit. */
  readonly decimals?: number;
  /** The enum, such as `$.metadata.enums.mode`. */
  readonly $ref?: string;
  /** Addresses that stand for whoever makes the call. */
  readonly senderAddress?: readonly Address[];
  /** The contract that nested data is for. */
  readonly callee?: Address;
  /**
   * Where that contract is, for all of a list or for each. `@.to` is the contract itself: as the
   * routers here do it, it then acts for whoever called it.
   */
  readonly calleePath?: string;
  /** Where the amount of the native currency is that nested data is sent with. */
  readonly amountPath?: string;
  /** Not of ERC-7730: addresses that stand for the contract itself. */
  readonly selfAddress?: readonly Address[];
  /** Not of ERC-7730: what single amounts mean, by the number. */
  readonly exactly?: Readonly<Record<string, string>>;
  /** Not of ERC-7730: where it stands that a step may fail without ending the others. */
  readonly mayFailPath?: string;
  /** Not of ERC-7730: whether packed pools are written from what is received to what is given. */
  readonly reversed?: true;
  /** Not of ERC-7730: where the commands are whose inputs the field holds. */
  readonly commandsPath?: string;
  /** Not of ERC-7730: the table of these commands; `commands` if absent. */
  readonly table?: CommandTable;
  /** Not of ERC-7730: where the token's address is, by the boolean at `path`. */
  readonly tokenPathIf?: {
    readonly path: string;
    readonly true: string;
    readonly false: string;
  };
}

/** The same address on several chains. */
export function on(address: Address, ...chainIds: readonly number[]): readonly Deployment[] {
  return chainIds.map((chainId) => ({ chainId, address }));
}

/** An amount of the native currency that the call sends along. */
export function sent(label: string): FieldFormat {
  return { path: "@.value", label, format: "amount" };
}

/** An amount of the token at a path. */
export function amount(
  path: string,
  label: string,
  tokenPath: string,
  more: Pick<FormatParams, "threshold" | "message" | "exactly" | "nativeCurrencyAddress"> = {},
): FieldFormat {
  return { path, label, format: "tokenAmount", params: { tokenPath, ...more } };
}

/** An address. */
export function party(path: string, label: string): FieldFormat {
  return { path, label, format: "addressName" };
}

/** An address, with those that stand for the caller and for the contract itself. */
export function partyOf(
  path: string,
  label: string,
  stand: Pick<FormatParams, "senderAddress" | "selfAddress">,
): FieldFormat {
  return { path, label, format: "addressName", params: stand };
}

/** Steps that the contract takes itself, in the name of its caller. */
export function ownSteps(path: string): FieldFormat {
  return { path, label: "Step", format: "calldata", params: { calleePath: "@.to" } };
}

/** A moment in Unix seconds. */
export function moment(path: string, label: string): FieldFormat {
  return { path, label, format: "date", params: { encoding: "timestamp" } };
}

/** A value without more. */
export function raw(path: string, label: string): FieldFormat {
  return { path, label, format: "raw" };
}

/** Arguments that are not shown: technical ones, or shown as part of another field. */
export function hidden(...paths: readonly string[]): readonly FieldFormat[] {
  return paths.map((path) => ({ path, label: path, format: "raw", visible: "never" }));
}
