/**
 * Permissions that were granted on a chain, from the contract's own events and state: what is live
 * there is always found, whatever this service kept or lost.
 *
 * @module
 */
import {
  type Address,
  decodeEventLog,
  decodeFunctionResult,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  numberToHex,
} from "viem";
import { permissionsAbi } from "../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import type { PermissionJson } from "../../core/service/protocol.ts";
import { type Chain, MULTICALL } from "./chain.ts";
import type { LogJson } from "./events.ts";

/** What is looked for; all conditions must hold. */
export interface PermissionFilter {
  readonly account?: Address | undefined;
  readonly spender?: Address | undefined;
  readonly id?: Hex | undefined;
}

/** Permissions listed at most, the newest ones. */
const MOST = 500;
/** `Status.Revoked` of the contract. */
const REVOKED = 2n;

type Granted = Omit<PermissionJson, "revoked">;

/** Finds them, newest first. */
export async function findPermissions(
  chain: Chain,
  { account, spender, id }: PermissionFilter,
): Promise<PermissionJson[]> {
  const logs = await chain.reads.request<LogJson[]>("eth_getLogs", [{
    address: contracts.permissions,
    topics: encodeEventTopics({
      abi: permissionsAbi,
      eventName: "PermissionApproved",
      args: { id: id ?? null, account: account ?? null, spender: spender ?? null },
    }),
    fromBlock: "earliest",
    toBlock: "latest",
  }]);
  const granted = new Map<Hex, Granted>();
  for (const log of logs.slice(-MOST).toReversed()) {
    const read = readGrant(log, chain.id);
    // Granted again after its epoch came round is the same permission still.
    if (!granted.has(read.id)) granted.set(read.id, read);
  }
  const found = [...granted.values()];
  const revoked = await readRevoked(chain, found);
  return found.map((each, index) => ({ ...each, revoked: revoked[index] ?? true }));
}

function readGrant(log: LogJson, chainId: number): Granted {
  const { args } = decodeEventLog({
    abi: permissionsAbi,
    eventName: "PermissionApproved",
    data: log.data,
    topics: log.topics as [Hex, ...Hex[]],
  });
  const { permission } = args;
  return {
    id: args.id,
    chainId: numberToHex(chainId),
    account: permission.account,
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    salt: numberToHex(permission.salt, { size: 32 }),
    calls: permission.calls.map(({ target, selector }) => ({ target, selector })),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => ({
      token,
      allowance: numberToHex(allowance),
      unit,
      multiplier,
    })),
  };
}

/** Whether each was revoked: by itself, or with all others of its account's epoch. */
async function readRevoked(chain: Chain, granted: readonly Granted[]): Promise<boolean[]> {
  if (granted.length === 0) return [];
  const call = (callData: Hex) => ({
    target: contracts.permissions,
    allowFailure: false,
    callData,
  });
  const data = await chain.node.request<Hex>("eth_call", [{
    to: MULTICALL,
    data: encodeFunctionData({
      abi: multicall3Abi,
      functionName: "aggregate3",
      args: [granted.flatMap(({ account, id }) => [
        call(encodeFunctionData({
          abi: permissionsAbi,
          functionName: "statusOf",
          args: [account, id],
        })),
        call(encodeFunctionData({
          abi: permissionsAbi,
          functionName: "epochOf",
          args: [account],
        })),
      ])],
    }),
  }, "latest"]);
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: "aggregate3",
    data,
  });
  return granted.map(({ salt }, index) => {
    const status = hexToBigInt(results[2 * index]?.returnData ?? "0x0");
    const epoch = hexToBigInt(results[2 * index + 1]?.returnData ?? "0x0");
    return status === REVOKED || hexToBigInt(salt) >> 192n !== epoch;
  });
}
