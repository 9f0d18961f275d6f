/** `net_version`: returns the current chain id as a decimal string. @module */
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type NetVersion = {
  readonly params?: readonly [];
  readonly result: string;
};

/** Definition of the method. */
export const netVersion: Definition<void> = define({ params: nothing });
