/** `wallet_getPermissions`: lists the permissions that an account granted on a chain. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import type { ListedPermission } from "../../../permission/details.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import {
  address,
  boolean,
  chainId,
  object,
  optional,
  singleOptional,
} from "../../../schema/schema.ts";

/** Parameters and result. */
export type WalletGetPermissions = {
  readonly params?: readonly [request?: {
    readonly address?: Address | undefined;
    readonly chainId?: Hex | undefined;
    /** Adds the remaining allowance to each spend. */
    readonly remaining?: boolean | undefined;
  }];
  readonly result: readonly ListedPermission[];
};

/** Validated parameters. */
export interface GetPermissionsRequest {
  readonly address?: Address;
  readonly chainId?: number;
  readonly remaining?: boolean;
}

/** Definition of the method. */
export const walletGetPermissions: Definition<GetPermissionsRequest> = define({
  params: singleOptional(object({
    address: optional(address),
    chainId: optional(chainId),
    remaining: optional(boolean),
  })),
});
