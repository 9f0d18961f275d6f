/** Reads the balances of another wallet, and finds their transfers to the account. @module */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import type { HoldingView } from "../../core/dialog/account.ts";
import { readHoldings } from "../../core/wallet/requests/holdings.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import type { Device } from "../device/device.ts";
import { placeOf } from "./payment_request.ts";
import type { Recipient } from "./recipient.ts";

/** Maximum gas of a transfer, including to an account that is a contract. */
const TRANSFER_GAS = 60_000n;
/** Transfers that are read, the newest first. */
const NEWEST = 100;

/** A balance that can be moved. */
export interface Move {
  /** Identifies the move on the page. */
  readonly id: string;
  /** The other wallet. */
  readonly from: Address;
  readonly chainId: number;
  readonly chainName: string;
  readonly token: HoldingView["token"];
  /** Amount to move, in the smallest unit; 0 if the fee takes all of it. */
  readonly amount: bigint;
  /** True if the other wallet has no native currency for the fee. */
  readonly lacksFee: boolean;
}

/** Another wallet of the user. */
export interface OtherWallet extends Recipient {
  readonly moves: readonly Move[];
  /** Names of networks whose balances are unknown. */
  readonly unread: readonly string[];
}

/** Reads the balances of another wallet; the native currency keeps the fees of all its moves. */
export async function readWallet(
  { service, tokens }: Pick<Device, "service"> & { readonly tokens: Pick<Device["tokens"], "of"> },
  account: Address,
  wallet: Recipient,
): Promise<OtherWallet> {
  const { holdings, unread } = await readHoldings(service, {
    account: wallet.address,
    watched: tokens.of(account),
  });
  const held = holdings.filter(({ amount }) => amount > 0n);
  const problems = new Set(unread);
  const moves: Move[] = [];
  for (const { chainId, chainName, token, amount } of held) {
    const onChain = held.filter((other) => other.chainId === chainId);
    const move = {
      id: `${wallet.address} ${chainId} ${token.address}`,
      from: wallet.address,
      chainId,
      chainName,
      token,
      lacksFee: !onChain.some((other) => other.token.address === null),
    };
    if (token.address !== null) {
      moves.push({ ...move, amount });
      continue;
    }
    const price = await service.chain(chainId, "eth_gasPrice", []).catch(() => null) as Hex | null;
    if (price === null) {
      problems.add(chainName);
      continue;
    }
    // Twice the current price, because it can rise until the user signs.
    const fees = 2n * BigInt(price) * TRANSFER_GAS * BigInt(onChain.length);
    moves.push({ ...move, amount: rounded(amount > fees ? amount - fees : 0n, token.decimals) });
  }
  // The native currency is last on its network, because it pays the fees of the tokens.
  const isNative = ({ token }: Move) => token.address === null ? 1 : 0;
  moves.sort((a, b) => a.chainId - b.chainId || isNative(a) - isNative(b));
  return { ...wallet, moves, unread: [...problems] };
}

/** Rounds down to six decimals, because the fee is an estimate; a smaller amount is unchanged. */
function rounded(amount: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(Math.max(decimals - 6, 0));
  return amount > unit ? amount - amount % unit : amount;
}

/** Returns the link that opens a move in another wallet (EIP-681). */
export function linkOf({ chainId, token, amount }: Move, to: Address): string {
  return token.address === null
    ? `ethereum:${to}@${chainId}?value=${amount}`
    : `ethereum:${token.address}@${chainId}/transfer?address=${to}&uint256=${amount}`;
}

/** Reads the newest transfers of the account. */
export async function readNewest(
  service: Pick<ServiceClient, "call">,
  account: Address,
): Promise<readonly TransferJson[]> {
  return await service.call("acct_getTransfers", { account, limit: NEWEST });
}

/**
 * Finds the received amounts of moves by their ids: transfers of the token from the other wallet
 * that are not in `known`. A transfer belongs to one move.
 */
export function receivedOf(
  transfers: readonly TransferJson[],
  moves: readonly Move[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, bigint> {
  const used = new Set(known);
  const received = new Map<string, bigint>();
  for (const { id, chainId, token, from } of moves) {
    const found = transfers.find((each) =>
      each.incoming && each.chainId === numberToHex(chainId) && !used.has(placeOf(each)) &&
      isAddressEqual(each.other, from) &&
      (each.kind === "native"
        ? token.address === null
        : each.kind === "erc20" && each.token !== null && token.address !== null &&
          isAddressEqual(each.token, token.address))
    );
    if (found === undefined) continue;
    used.add(placeOf(found));
    received.set(id, BigInt(found.amount));
  }
  return received;
}
