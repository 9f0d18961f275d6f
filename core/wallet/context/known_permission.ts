/**
 * Finds the chain of a permission, and whether the permission ended, before its revocation.
 *
 * @module
 */
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  isHex,
  numberToHex,
  parseAbi,
  size,
} from "viem";
import { permissionsAbi } from "../../chain/abi.ts";
import { contracts } from "../../chain/contracts.ts";
import type { WalletGrantPermissionsResponse } from "../../permission/details.ts";
import { fromGrant } from "../../permission/granted.ts";
import { decodeContext } from "../../permission/redemption.ts";
import { type Permission, permissionId, readPermission } from "../../permission/permission.ts";
import { AcctError } from "../../ground/errors.ts";
import type { RevokeWalletRequest } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import { chainView, type WalletContext } from "./context.ts";

/** The functions of `Acct` that the permission contract calls to verify a signature. */
const signatureAbi = parseAbi([
  "function isOwnerSignature(bytes32 digest, bytes signature) view returns (bool)",
]);

/** A permission that the account granted, on the chain of the request. */
export interface KnownPermission {
  /** True if the chain confirms that it can never be used again. */
  readonly ended: boolean;
  /** Contents of the permission; absent if only the chain has a record of it. */
  readonly permission?: Permission;
}

/** A permission with its chain, and an unverified signature of an owner. */
interface Granted {
  readonly permission: Permission;
  readonly chainId: number;
  readonly signature?: Hex;
}

/** A permission to look up. */
type Wanted = RevokeWalletRequest & { readonly id: Hex };

/** Meaning of the word that the permission contract stores for a permission. */
type Mark = "none" | "revoked" | "granted";

/**
 * Looks up a permission: on the chain of the request, in the service, in the grant that the dApp
 * passed, then on every other chain.
 *
 * @throws {AcctError} `invalid_params` if it belongs to another chain, `permission_unknown` if no
 * source has it; the error of a source that could not be read
 */
export async function findPermission(
  context: WalletContext,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<KnownPermission> {
  const handed = wanted.granted === undefined ? undefined : readGranted(wanted.granted, wanted);
  const [mark, listed] = await Promise.all([
    markAt(context, wanted, wanted.chainId, signal),
    listedPermission(context, wanted, signal).catch((cause) => ({ cause })),
  ]);
  const failed = listed !== undefined && "cause" in listed;
  const own = handed !== undefined && isSame(handed.permission.account, wanted.account);
  const contents = failed || listed === undefined ? (own ? handed : undefined) : listed;
  // The id includes the chain, so contents with this id are correct.
  if (contents !== undefined && contents.chainId !== wanted.chainId) {
    throw await elsewhere(context, contents.chainId);
  }
  if (mark === "none") {
    if (!failed && listed !== undefined) return await described(context, listed, mark, signal);
    if (contents !== undefined && await isSigned(context, contents, signal)) {
      return await described(context, contents, mark, signal);
    }
  } else if (contents !== undefined) {
    return mark === "revoked"
      ? { ended: true, permission: contents.permission }
      : await described(context, contents, mark, signal);
  } else if (mark === "granted") return { ended: false };
  const other = await otherChain(context, wanted, signal);
  if (other !== null) throw await elsewhere(context, other);
  // Only the service can have a signed grant of another chain.
  if (failed) throw listed.cause;
  if (mark === "revoked") return { ended: true };
  throw new AcctError("permission_unknown", { field: "params[0].id" });
}

/**
 * Reads a grant that the dApp passed, or its context (ERC-7710).
 *
 * @throws {AcctError} `invalid_params` if it is not a grant, or has another id
 */
function readGranted(value: unknown, { id, chainId: wanted }: Wanted): Granted {
  try {
    if (isHex(value)) {
      const read = decodeContext(value, wanted);
      if (read === undefined || !isSame(read.id, id)) throw new Error("another permission");
      const { permission, signature = "0x" } = read;
      return { permission, chainId: wanted, ...(size(signature) > 0 && { signature }) };
    }
    const granted = value as WalletGrantPermissionsResponse;
    const { chainId, permissionId, signature } = granted;
    const permission = fromGrant(granted);
    if (!isSame(permissionId, id)) throw new Error("another id");
    return {
      permission,
      chainId: Number(chainId),
      ...(isHex(signature) && { signature }),
    };
  } catch (cause) {
    throw new AcctError("invalid_params", {
      field: "params[0].granted",
      detail: "It is not the grant of this id.",
      cause,
    });
  }
}

/**
 * Adds to the contents whether the account allows such grants. A grant that was never stored can
 * wait for a later epoch, or for permissions to be enabled. It has ended only if its epoch is over.
 */
async function described(
  context: WalletContext,
  { permission, chainId }: Granted,
  mark: Mark,
  signal: AbortSignal,
): Promise<KnownPermission> {
  const { account, salt } = permission;
  const data = mark === "none"
    ? encodeFunctionData({ abi: permissionsAbi, functionName: "epochOf", args: [account] })
    : encodeFunctionData({
      abi: permissionsAbi,
      functionName: "isStanding",
      args: [account, salt],
    });
  const answer = await ask(context, chainId, data, signal);
  const ended = size(answer) === 32 &&
    (mark === "none" ? salt >> 192n < BigInt(answer) : BigInt(answer) === 0n);
  return { ended, permission };
}

/** Returns the service's copy if its contents match the id; ignores other copies. */
async function listedPermission(
  { service }: WalletContext,
  { id, account, chainId }: Wanted,
  signal: AbortSignal,
): Promise<Granted | undefined> {
  const found = await service.call("acct_getPermissions", { account, id }, signal)
    .catch(async (cause) => {
      // Another chain that is down must not prevent a revocation on this one.
      const params = { account, id, chainId: numberToHex(chainId) };
      const here = await service.call("acct_getPermissions", params, signal);
      if (here.length > 0) return here;
      throw cause;
    });
  for (const json of found) {
    try {
      const permission = readPermission(json, { id, account });
      return { permission, chainId: Number(json.chainId) };
    } catch {
      // Falls through to the chains.
    }
  }
}

/**
 * Checks whether an owner signed the grant. The contract's other checks depend on the contracts
 * that the grant names, and their results can change.
 */
async function isSigned(
  context: WalletContext,
  { permission, chainId, signature }: Granted,
  signal: AbortSignal,
): Promise<boolean> {
  if (signature === undefined) return false;
  const data = encodeFunctionData({
    abi: signatureAbi,
    functionName: "isOwnerSignature",
    args: [permissionId(permission, chainId), signature],
  });
  try {
    const answer = await ask(context, chainId, data, signal, permission.account);
    return size(answer) === 32 && BigInt(answer) === 1n;
  } catch (error) {
    if (error instanceof AcctError && isUnreachable(error)) throw error;
    return false;
  }
}

/** Finds another chain that has the permission; a chain on which it was granted comes first. */
async function otherChain(
  context: WalletContext,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<number | null> {
  const { chains } = await context.service.configuration();
  const others = chains.filter(({ id }) => id !== wanted.chainId);
  const marks = await Promise.allSettled(
    others.map(({ id }) => markAt(context, wanted, id, signal)),
  );
  for (const mark of ["granted", "revoked"] as const) {
    const index = marks.findIndex((each) => each.status === "fulfilled" && each.value === mark);
    if (index >= 0) return others[index]!.id;
  }
  for (const each of marks) if (each.status === "rejected") throw each.reason;
  return null;
}

async function markAt(
  context: WalletContext,
  { account, id }: Wanted,
  chainId: number,
  signal: AbortSignal,
): Promise<Mark> {
  const data = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "grantOf",
    args: [account, id],
  });
  const answer = await ask(context, chainId, data, signal);
  // A chain without the contract returns no data.
  const stored = size(answer) === 32 ? hexToBigInt(answer) : 0n;
  return stored === 0n ? "none" : stored === 1n ? "revoked" : "granted";
}

async function ask(
  { service }: WalletContext,
  chainId: number,
  data: Hex,
  signal: AbortSignal,
  to: Address = contracts.permissions,
): Promise<Hex> {
  const params = [{ to, data }, "latest"];
  return await service.chain(chainId, "eth_call", params, signal) as Hex;
}

async function elsewhere(context: WalletContext, chainId: number): Promise<AcctError> {
  const { name } = await chainView(context, chainId).catch(() => ({ name: "another chain" }));
  return new AcctError("invalid_params", {
    field: "params[0].chainId",
    detail: `The permission belongs to ${name} (chain ${chainId}).`,
  });
}

function isUnreachable({ data: { cause } }: AcctError): boolean {
  return ["service_down", "chain_down", "aborted", "limit_exceeded", "disposed"].includes(cause);
}

function isSame(left: Hex, right: Hex): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
