/** `acct_getName`: returns the name of an account; `acct_resolveName`: the address of a name. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { address, exact, text } from "../../../../schema/schema.ts";
import { MAX_NAME_LENGTH } from "../../../../ground/limits.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** Params of `acct_getName`. */
export interface GetNameParams {
  /** Address of the account. */
  readonly address: Address;
}

/** Definition of the method. */
export const acctGetName: ServiceDefinition<"acct_getName", GetNameParams> = {
  name: "acct_getName",
  params: exact({ address }),
};

/** Params of `acct_resolveName`. */
export interface ResolveNameParams {
  /** ENS name as typed by the user, such as `alice.eth`. */
  readonly name: string;
  /** Network on which the address is used. */
  readonly chainId: Hex;
}

/** Address of a name. */
export interface ResolveNameResult {
  /** The name, normalized (ENSIP-15); `null` if it is invalid. */
  readonly name: string | null;
  /**
   * The name's address on that network (ENSIP-11), or its default for all EVM networks (ENSIP-19).
   * `null` if the name has neither, or if only another service's gateway resolves it. An address
   * for another network is never returned, because it may be a contract that exists only there.
   */
  readonly address: Address | null;
}

/** Definition of the method. */
export const acctResolveName: ServiceDefinition<"acct_resolveName", ResolveNameParams> = {
  name: "acct_resolveName",
  params: exact({ name: text(MAX_NAME_LENGTH), chainId: hexChainId }),
};
