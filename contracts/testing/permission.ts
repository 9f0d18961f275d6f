/** Creates, signs and uses permissions in tests. */
import {
  type Address,
  BaseError,
  concat,
  encodeFunctionData,
  getAbiItem,
  hashTypedData,
  type Hex,
  numberToHex,
  toFunctionSelector,
  zeroHash,
} from "viem";
import { permissions } from "../addresses.ts";
import { acctAbi } from "../artifacts/acct_abi.ts";
import { permissionsAbi } from "../artifacts/permissions_abi.ts";
import { deployOnce } from "../create2.ts";
import { testTokenAbi } from "../artifacts/test_token_abi.ts";
import { puppetAbi } from "../artifacts/test/puppet_abi.ts";
import { puppetBytecode } from "../artifacts/test/puppet_bytecode.ts";
import { accountInitCode } from "../contract_list.ts";
import { errorName } from "./asserts.ts";
import type { Typed } from "./erc7739.ts";
import { type Owner, wrapSignature } from "./passkey.ts";
import { type Call, sendCalls, type Stack } from "./stack.ts";

/** Permission in the contract's format. */
export type Permission = {
  account: Address;
  spender: Address;
  start: number;
  end: number;
  salt: bigint;
  calls: readonly { target: Address; selector: Hex; rules: readonly ArgumentRule[] }[];
  spends: readonly { token: Address; allowance: bigint; unit: number; multiplier: number }[];
  watched: readonly Address[];
};

/** Rule on an argument in the contract's format. */
export type ArgumentRule = { word: number; kind: number; values: readonly Hex[] };

/** Kinds of rules by name, as the contract numbers them. */
export const kind = { equal: 0, atMost: 1, oneOf: 2, account: 3, spender: 4 } as const;

/** ERC-7528's address of the chain's native currency. */
export const native: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** Selector for a call without data. */
export const empty: Hex = "0xe0e0e0e0";

/** Units by name, as the contract numbers them. */
export const unit = { minute: 0, hour: 1, day: 2, week: 3, month: 4, year: 5, forever: 6 } as const;

export const selectors = {
  transfer: "0xa9059cbb",
  transferFrom: "0x23b872dd",
  approve: "0x095ea7b3",
} as const;

/** EIP-712 types of a permission. */
export const permissionTypes = {
  Permission: [
    { name: "account", type: "address" },
    { name: "spender", type: "address" },
    { name: "start", type: "uint48" },
    { name: "end", type: "uint48" },
    { name: "salt", type: "uint256" },
    { name: "calls", type: "CallPermission[]" },
    { name: "spends", type: "SpendPermission[]" },
    { name: "watched", type: "address[]" },
  ],
  ArgumentRule: [
    { name: "word", type: "uint8" },
    { name: "kind", type: "uint8" },
    { name: "values", type: "bytes32[]" },
  ],
  CallPermission: [
    { name: "target", type: "address" },
    { name: "selector", type: "bytes4" },
    { name: "rules", type: "ArgumentRule[]" },
  ],
  SpendPermission: [
    { name: "token", type: "address" },
    { name: "allowance", type: "uint160" },
    { name: "unit", type: "uint8" },
    { name: "multiplier", type: "uint8" },
  ],
} as const;

/** Computes the id like the SDK. */
export function permissionId(permission: Permission, chainId = 31337): Hex {
  return hashTypedData({
    domain: domainOn(chainId),
    types: permissionTypes,
    primaryType: "Permission",
    message: permission,
  });
}

/** Forms the typed data that a page would request an account to sign. */
export function permissionTypedData(permission: Permission, chainId = 31337): Typed {
  return {
    domain: domainOn(chainId),
    domainType: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    types: permissionTypes,
    primaryType: "Permission",
    message: permission,
  };
}

function domainOn(chainId: number) {
  return { name: "Acct Permissions", version: "1", chainId, verifyingContract: permissions };
}

/** Encodes calls of the permission contract. */
export const permissionData = {
  approve: (permission: Permission): Hex =>
    encodeFunctionData({ abi: permissionsAbi, functionName: "approve", args: [permission] }),
  approveWithSignature: (permission: Permission, signature: Hex): Hex =>
    encodeFunctionData({
      abi: permissionsAbi,
      functionName: "approveWithSignature",
      args: [permission, signature],
    }),
  execute: (permission: Permission, calls: readonly Call[]): Hex =>
    encodeFunctionData({
      abi: permissionsAbi,
      functionName: "execute",
      args: [permission, full(calls)],
    }),
  executeWithSignature: (permission: Permission, signature: Hex, calls: readonly Call[]): Hex =>
    encodeFunctionData({
      abi: permissionsAbi,
      functionName: "executeWithSignature",
      args: [permission, signature, full(calls)],
    }),
  revoke: (id: Hex): Hex =>
    encodeFunctionData({ abi: permissionsAbi, functionName: "revoke", args: [id] }),
  revokeAll: (): Hex => encodeFunctionData({ abi: permissionsAbi, functionName: "revokeAll" }),
} as const;

/** The latest end of permissions. */
export const forever = 2 ** 48 - 1;

/** Encodes call data of an operation that ends all permissions. */
export function disable(): Hex {
  return encodeFunctionData({ abi: acctAbi, functionName: "disablePermissions" });
}

/** Encodes call data of an operation that grants a permission. */
export function enable(permission: Permission): Hex {
  return byOperation(permissionData.approve(permission));
}

/** Encodes call data of an operation with which the account calls its permission contract. */
export function byOperation(grant: Hex): Hex {
  return concat([
    toFunctionSelector(getAbiItem({ abi: acctAbi, name: "executeUserOp" })),
    grant,
  ]);
}

/** Upgrades an account to code with a different permission contract. */
export async function replacePermissions(
  stack: Stack,
  account: Address,
  owner: Owner,
  by: Address,
): Promise<void> {
  const code = await deployOnce(stack.client, accountInitCode(by));
  const upgrade = encodeFunctionData({
    abi: acctAbi,
    functionName: "upgradeToAndCall",
    args: [code, "0x"],
  });
  const { success } = await sendCalls(stack, account, owner, upgrade);
  if (!success) throw new Error("the upgrade failed");
}

/** Signs a permission as an owner. */
export async function signPermission(
  permission: Permission,
  owner: Owner,
  ownerIndex = 0,
): Promise<Hex> {
  return wrapSignature(ownerIndex, await owner.sign(permissionId(permission)));
}

/** Returns a salt of an owner in an epoch. */
export function saltOf(number: number, epoch = 0n, ownerIndex = 0): bigint {
  return (epoch << 192n) | (BigInt(ownerIndex) << 176n) | BigInt(number);
}

/** Uses a permission as a spender without a key here; returns the error's name or null. */
export async function use(
  { client }: Stack,
  permission: Permission,
  calls: readonly Call[],
  from: Address = permission.spender,
): Promise<string | null> {
  return await sendAs({ client }, from, permissionData.execute(permission, calls));
}

/** Sends to the permission contract from any address; returns the error's name or null. */
export async function sendAs(
  { client }: Pick<Stack, "client">,
  from: Address,
  data: Hex,
): Promise<string | null> {
  await client.impersonateAccount({ address: from });
  await client.setBalance({ address: from, value: 10n ** 20n });
  try {
    const request = { account: from, to: permissions, data, gas: 8_000_000n } as const;
    await client.call(request);
    const hash = await client.sendTransaction(request);
    const receipt = await client.waitForTransactionReceipt({ hash });
    return receipt.status === "success" ? null : "(reverted)";
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    const cause = error.walk((each) => each instanceof Error && "data" in each);
    const revert = cause === null ? undefined : (cause as { data?: unknown }).data;
    if (typeof revert !== "string" || !revert.startsWith("0x")) throw error;
    if (revert === "0x") return "(empty)";
    return errorName(revert as Hex, [...permissionsAbi, ...acctAbi, ...testTokenAbi]);
  }
}

/** Deploys a contract that performs given calls. */
export async function deployPuppet({ client }: Stack, number = 0): Promise<Address> {
  return await deployOnce(
    client,
    puppetBytecode.initCode,
    number === 0 ? zeroHash : numberToHex(number, { size: 32 }),
  );
}

/** Encodes the calls for a puppet to perform. */
export function puppetData(functionName: "run" | "claim", acts: readonly Call[]): Hex {
  return encodeFunctionData({ abi: puppetAbi, functionName, args: [full(acts)] });
}

/** Reads the chain's clock. */
export async function now({ client }: Stack): Promise<number> {
  return Number((await client.getBlock()).timestamp);
}

function full(calls: readonly Call[]): { target: Address; value: bigint; data: Hex }[] {
  return calls.map(({ target, value = 0n, data = "0x" as Hex }) => ({ target, value, data }));
}
