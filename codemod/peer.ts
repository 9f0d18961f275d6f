/** Description of a wallet that an app uses, as tables. @module */
import type { Node, Source } from "./source.ts";

/** An imported name that a developer must replace. */
export interface Manual {
  readonly todo: string;
}

/** A name that another package exports. */
export interface Renamed {
  readonly name: string;
  readonly from: string;
  /** The name is a function with options: the name of the table. */
  readonly options?: "connector" | "provider";
  /** Members of a namespace, with their new names. */
  readonly members?: Readonly<Record<string, string>>;
  /** Function of a namespace that has options, as in `Porto.create`. */
  readonly member?: string;
}

/** Rule of an imported name. */
export type NameRule = Manual | Renamed;

/** Rule of an option: kept, renamed, converted to the text of a property, or a task. */
export type OptionRule =
  | "same"
  | { readonly todo: string }
  /**
   * Returns the text of the new property. An empty text removes the property, and `undefined`
   * leaves the task.
   */
  | {
    readonly convert: (value: Node, source: Source) => string | undefined;
    readonly todo: string;
  };

/** Options by name. */
export type Options = Readonly<Record<string, OptionRule>>;

/** Names of a module. */
export interface ModuleRule {
  readonly names: Readonly<Record<string, NameRule>>;
  /** Task for all other names. Default: other names are not of this wallet. */
  readonly others?: string;
}

/** Files of a project, as far as a rule needs them. */
export interface Project {
  /** The project has a `WagmiProvider`. */
  readonly hasWagmi: boolean;
}

/** A wallet from which apps move. */
export interface Peer {
  /** Packages that the app no longer needs. */
  readonly packages: readonly string[];
  /** Modules, with the packages of `packages` and others. */
  readonly modules: Readonly<Record<string, ModuleRule>>;
  readonly connector: Options;
  readonly provider: Options;
  /** Ids of the wallet's connector in wagmi. */
  readonly connectorIds: readonly string[];
  /** Keys and strings that need a check by a developer, with the reason. */
  readonly checks: Readonly<Record<string, string>>;
  /** Edits that only this wallet needs. Returns names to import, by module. */
  readonly edit?: (source: Source, project: Project) => readonly Import[];
}

/** A name to import. */
export interface Import {
  readonly name: string;
  readonly from: string;
  readonly alias?: string;
  readonly isType?: boolean;
}

export const CONNECTOR = "@sdk/connector";
export const CORE = "@sdk/core";
