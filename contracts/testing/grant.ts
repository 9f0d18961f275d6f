/** Fixtures for tests of permissions: an account, a permission of 100 a day, and its grant. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, pad } from "viem";
import { permissions } from "../addresses.ts";
import { permissionsAbi } from "../artifacts/permissions_abi.ts";
import { errorName } from "./asserts.ts";
import { createPasskey, type Owner, type Passkey } from "./passkey.ts";
import { enable, forever, now, type Permission, saltOf, unit } from "./permission.ts";
import { type Call, createAccount, encodeCalls, fund, sendCalls, type Stack } from "./stack.ts";
import { mint, tokenData } from "./token.ts";

/** Default spender. */
export const spender: Address = "0x0000000000000000000000000000000000000512";
/** Receiver of transfers. */
export const receiver: Address = "0x00000000000000000000000000000000000000aa";
/** In seconds. */
export const day = 86_400;

/** Creates an account with ether, tokens and permissions enabled. */
export async function fresh(
  stack: Stack,
  seed: number,
): Promise<{ account: Address; owner: Passkey }> {
  const owner = createPasskey(seed);
  const account = await createAccount(stack, [owner.bytes]);
  await fund(stack, account, 10n ** 20n);
  for (const token of stack.tokens) await mint(stack, token, account, 1_000_000n);
  await switchOn(stack, account, owner);
  return { account, owner };
}

/** Enables the permission contract for as long as possible, with an unusable grant. */
export async function switchOn(
  stack: Stack,
  account: Address,
  owner: Owner,
  ownerIndex = 0,
): Promise<void> {
  const epoch = await stack.client.readContract({
    address: permissions,
    abi: permissionsAbi,
    functionName: "epochOf",
    args: [account],
  });
  const unused = await daily(stack, account, {
    spender: pad("0x01", { size: 20 }),
    end: forever,
    salt: saltOf(2 ** 40, epoch, ownerIndex),
  });
  assertEquals(await grant(stack, owner, unused, ownerIndex), null);
}

/** Creates a permission that starts now, with a token allowance of 100 a day. */
export async function daily(
  stack: Stack,
  account: Address,
  changes: Partial<Permission> = {},
): Promise<Permission> {
  const start = await now(stack);
  return {
    account,
    spender,
    start,
    end: start + 365 * day,
    salt: saltOf(1),
    calls: [],
    spends: [{ token: stack.tokens[0], allowance: 100n, unit: unit.day, multiplier: 1 }],
    watched: [],
    ...changes,
  };
}

/** Grants by an operation of the account. */
export async function grant(
  stack: Stack,
  owner: Owner,
  permission: Permission,
  ownerIndex = 0,
): Promise<string | null> {
  const { success, revertData } = await sendCalls(
    stack,
    permission.account,
    owner,
    enable(permission),
    { ownerIndex },
  );
  return success ? null : errorName(revertData, permissionsAbi);
}

/** Has the account send call data to the permission contract. */
export async function own(
  stack: Stack,
  owner: Passkey,
  account: Address,
  data: Hex,
): Promise<void> {
  const { success } = await sendCalls(
    stack,
    account,
    owner,
    encodeCalls([{ target: permissions, data }]),
  );
  assertEquals(success, true);
}

/** Encodes a transfer of tokens to `receiver`. */
export const transfer = (token: Address, amount: bigint): Call => ({
  target: token,
  data: tokenData.transfer(receiver, amount),
});

/** Reads the rest of each allowance of a permission. */
export async function left({ client }: Stack, permission: Permission): Promise<bigint[]> {
  const all = await client.readContract({
    address: permissions,
    abi: permissionsAbi,
    functionName: "remaining",
    args: [permission],
  });
  return all.map(({ amount }) => amount);
}
