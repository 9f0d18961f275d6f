/** `acct_nameAvailable`: checks whether a label is available. @module */
import { MAX_NAME_LENGTH } from "../../../../ground/limits.ts";
import { exact, text } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { domain } from "../../schema/fields.ts";
import type { LabelRefusal } from "../../../../wire/names.ts";

/** Params of `acct_nameAvailable`. */
export interface NameAvailableParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** Label as typed by the user. */
  readonly label: string;
}

/** Availability of a label. */
export type NameAvailableResult =
  | {
    readonly status: "free";
    readonly label: string;
    /** The service's clock in Unix seconds, for `issuedAt`; the device's may be far off. */
    readonly now: number;
  }
  | { readonly status: LabelRefusal };

/** Definition of the method. */
export const acctNameAvailable: ServiceDefinition<"acct_nameAvailable", NameAvailableParams> = {
  name: "acct_nameAvailable",
  params: exact({ domain, label: text(MAX_NAME_LENGTH) }),
};
