/** Signs and encodes redemptions of permissions (ERC-7710) in tests. */
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAbiItem,
  type Hex,
  pad,
  zeroHash,
} from "viem";
import { permissions } from "../addresses.ts";
import { permissionsAbi } from "../artifacts/permissions_abi.ts";
import { type Permission, permissionId } from "./permission.ts";
import type { Call } from "./stack.ts";

/** Modes of ERC-7579 that are redeemed. */
export const mode = { single: zeroHash, batch: pad("0x01", { dir: "right", size: 32 }) } as const;

/** EIP-712 types of a redemption. */
export const redemptionTypes = {
  Redemption: [
    { name: "permission", type: "bytes32" },
    { name: "mode", type: "bytes32" },
    { name: "execution", type: "bytes" },
    { name: "redeemers", type: "address[]" },
    { name: "nonce", type: "uint256" },
    { name: "validUntil", type: "uint48" },
  ],
} as const;

/** Redemption in the contract's format. */
export type Redemption = {
  permission: Permission;
  grantSignature: Hex;
  redeemers: readonly Address[];
  nonce: bigint;
  validUntil: number;
  signature: Hex;
};

/** A context and its execution. */
export type Redeemed = { context: Hex; mode: Hex; execution: Hex };

/** Typed data that a spender signs. */
export function redemptionData(
  { permission, redeemers, nonce, validUntil }: Redemption,
  redeemed: Omit<Redeemed, "context">,
  chainId = 31337,
) {
  return {
    domain: {
      name: "Acct Permissions",
      version: "1",
      chainId,
      verifyingContract: permissions,
    },
    types: redemptionTypes,
    primaryType: "Redemption",
    message: {
      permission: permissionId(permission),
      redeemers,
      nonce,
      validUntil,
      ...redeemed,
    },
  } as const;
}

/** A redemption that its spender submits, without any signature. */
export function direct(permission: Permission): Redemption {
  return {
    permission,
    grantSignature: "0x",
    redeemers: [],
    nonce: 0n,
    validUntil: 0,
    signature: "0x",
  };
}

/** Encodes a context. */
export function contextOf(redemption: Redemption): Hex {
  const { inputs: [redeemed] } = getAbiItem({ abi: permissionsAbi, name: "executeRedeemed" });
  return encodeAbiParameters([{
    type: "tuple",
    components: [
      redeemed,
      { name: "grantSignature", type: "bytes" },
      { name: "redeemers", type: "address[]" },
      { name: "nonce", type: "uint256" },
      { name: "validUntil", type: "uint48" },
      { name: "signature", type: "bytes" },
    ],
  }], [redemption]);
}

/** Encodes one call as ERC-7579 does. */
export function singleExecution({ target, value = 0n, data = "0x" }: Call): Hex {
  return encodePacked(["address", "uint256", "bytes"], [target, value, data]);
}

/** Encodes a batch as ERC-7579 does. */
export function batchExecution(calls: readonly Call[]): Hex {
  const { inputs: [, , batch] } = getAbiItem({ abi: permissionsAbi, name: "executeRedeemed" });
  return encodeAbiParameters(
    [batch],
    [calls.map(({ target, value = 0n, data = "0x" }) => ({ target, value, data }))],
  );
}

/** Encodes the call that redeems. */
export function redeemData(redeemed: readonly Redeemed[]): Hex {
  return encodeFunctionData({
    abi: permissionsAbi,
    functionName: "redeemDelegations",
    args: [
      redeemed.map(({ context }) => context),
      redeemed.map(({ mode }) => mode),
      redeemed.map(({ execution }) => execution),
    ],
  });
}
