/** Lists less common functions that move assets or grant control. @module */
import { type Address, isAddressEqual, size } from "viem";
import {
  allows,
  type Args,
  gives,
  givesItems,
  handsOver,
  leads,
  type Reader,
  signs,
} from "../calls/args.ts";
import type { Effect, Made } from "../calls/effect.ts";
import type { Selected } from "../calls/selectors.ts";
import { WORD, wordsOf } from "../calls/words.ts";

/** Ethereum's contract that moves a validator's stake to another validator (EIP-7251). */
const CONSOLIDATION: Address = "0x0000BBdDc7CE488642fb579F8B00f3a590007251";
/** Bytes of a validator's public key. */
const KEY_BYTES = 48;

/**
 * Returns true for a call without a function selector that transfers the stake of a validator to
 * another one.
 */
export function isGivenAway({ to, data }: Made): boolean {
  if (size(data) !== 2 * KEY_BYTES || !isAddressEqual(to, CONSOLIDATION)) return false;
  const words = wordsOf(data);
  return words.slice(0, KEY_BYTES).toLowerCase() !==
    words.slice(KEY_BYTES, KEY_BYTES).toLowerCase();
}

/** Reads a function only if its caller is the named owner. */
const ofOwner = (owner: number, read: Reader): Reader => (args) =>
  isAddressEqual(args.address(owner), args.sender) ? read(args) : [];

/**
 * Reads an outgoing amount of the contract's own token; without an amount argument, the whole
 * balance.
 */
const leaves = (amount: number | null, to: number | null): Reader => ({ call, address, number }) =>
  amount !== null && number(amount) === 0n ? [] : [
    gives({
      kind: "token",
      address: call.to,
      amount: amount === null ? null : number(amount),
      ...(to !== null && { to: address(to) }),
    }),
  ];

/** Reads an allowance of the contract's own token. */
const lets = (spender: number, amount: number | null): Reader => ({ call, address, number }) =>
  amount !== null && number(amount) === 0n ? [] : [
    allows({
      kind: "token",
      address: call.to,
      amount: amount === null ? null : number(amount),
      spender: address(spender),
    }),
  ];

/** Reads a stream of tokens, which continues until it is stopped. */
const streams = (receiver: number, rate: number): Reader => ({ address, number }) =>
  number(rate) === 0n ? [] : [
    allows({ kind: "token", address: address(0), amount: null, spender: address(receiver) }),
  ];

/** Reads an outgoing item, or an item that other accounts may buy. */
const item = (id: number, to: number | null): Reader => ({ call, address, number }) => [
  gives({
    kind: "item",
    address: call.to,
    id: number(id),
    amount: 1n,
    ...(to !== null && { to: address(to) }),
  }),
];

/** Reads a burn of several items by their owner. */
const burnsItems: Reader = (args) => givesItems(args, [WORD, 2 * WORD]);

/** Reads a delegate's withdrawal from a Safe, within the delegate's allowance. */
function takesOfSafe({ address, number }: Args): readonly Effect[] {
  const token = address(1);
  const isNative = BigInt(token) === 0n;
  return [gives({
    kind: isNative ? "native" : "token",
    address: isNative ? null : token,
    amount: number(3),
    to: address(2),
    by: address(0),
  })];
}

/** Nonpayable functions. */
export const more: Readonly<Record<Selected, Reader>> = {
  // Tokens with other names for the same functions.
  "0x8fcb4e5b transferShares(address,uint256)": leaves(null, 0),
  "0x6d780459 transferSharesFrom(address,address,uint256)": ofOwner(0, leaves(null, 1)),
  "0xa3a7e7f3 transferAll(address)": leaves(null, 0),
  "0xb753a98c push(address,uint256)": leaves(1, 0),
  "0xbb35783b move(address,address,uint256)": ofOwner(0, leaves(2, 1)),
  "0xfe9d9303 burn(uint256,bytes)": leaves(0, null),
  "0x9dc29fac burn(address,uint256)": ofOwner(0, leaves(1, null)),
  "0x79cc6790 burnFrom(address,uint256)": ofOwner(0, leaves(1, null)),
  "0x6b20c454 burnBatch(address,uint256[],uint256[])": ofOwner(0, burnsItems),
  "0x62ad1b83 operatorSend(address,address,uint256,bytes,bytes)": ofOwner(0, leaves(2, 1)),
  "0xe3ee160e transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)":
    ofOwner(0, leaves(2, 1)),
  "0xdaea85c5 approve(address)": lets(0, null),
  "0x42232a4c temporaryApprove(address,uint256)": lets(0, 1),
  "0x8fcbaf0c permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)": ofOwner(
    0,
    (args) => args.number(4) === 0n ? [] : lets(1, null)(args),
  ),
  "0x8b72a2ec transferPunk(address,uint256)": item(1, 0),
  "0xc44193c3 offerPunkForSale(uint256,uint256)": item(0, null),
  "0xbf31196f offerPunkForSaleToAddress(uint256,uint256,address)": item(0, 2),
  // Streams of Superfluid.
  "0x57e6aa36 setFlowrate(address,address,int96)": streams(1, 2),
  "0xe15536b6 createFlow(address,address,address,int96,bytes)": ofOwner(1, streams(2, 3)),
  // Restaking, staking and debts.
  "0x0b52d558 delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)": ofOwner(
    0,
    handsOver(1, 2),
  ),
  "0xeea9064b delegateTo(address,(bytes,uint256),bytes32)": handsOver(0),
  "0xa0169ddd setClaimerFor(address)": leads(0),
  "0x950d806e setAppointee(address,address,address,bytes4)": handsOver(1),
  "0xeb5a4e87 addPendingAdmin(address,address)": handsOver(1),
  "0xa543ccea setWithdrawalAddress(address,address,bool)": handsOver(1),
  "0xf5b17b42 setRPLWithdrawalAddress(address,address,bool)": handsOver(1),
  // Other accounts of the user: owners, keys, modules, guards.
  "0x0f0f3f24 addOwnerAddress(address)": handsOver(0),
  "0x29565e3b addOwnerPublicKey(bytes32,bytes32)": signs(),
  "0x7065cb48 addOwner(address)": handsOver(0),
  "0xeb12d61e addSigner(address)": handsOver(0),
  "0xde808997 addSessionKey(address,uint48,uint48)": handsOver(0),
  "0xe19a9dd9 setGuard(address)": leads(0),
  "0xe068df37 setModuleGuard(address)": leads(0),
  "0x85a5affe signMessage(bytes)": signs(),
  "0x957ed2b3 assignRoles(address,bytes32[],bool[])": handsOver(0),
  "0xe71bdf41 addDelegate(address)": handsOver(0),
  "0xbeaeb388 setAllowance(address,address,uint96,uint16,uint32)": ({ address, number }) =>
    number(2) === 0n ? [] : [
      allows({ kind: "token", address: address(1), amount: number(2), spender: address(0) }),
    ],
  "0x4515641a executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)":
    takesOfSafe,
};

/** Payable functions. */
export const moreOpen: Readonly<Record<Selected, Reader>> = {
  "0x9517e29f installModule(uint256,address,bytes)": handsOver(1),
};
