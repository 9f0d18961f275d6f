/**
 * Reads functions that move assets or let others move them, leniently: data that a contract might
 * accept has at least the effect of well-formed data.
 *
 * @module
 */
import {
  type Address,
  isAddressEqual,
  numberToHex,
  pad,
  size,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import type { Allows, Effect, Gives, Made, Maker } from "./effect.ts";
import { bytesAt, listAt, WORD, type Words, wordsOf } from "./words.ts";

/** Arguments of a call. */
interface Args {
  readonly call: Made;
  readonly words: Words;
  readonly sender: Address;
  readonly account: Address;
  /** Reads an address by the position of its argument. */
  address(index: number): Address;
  /** Reads a number by the position of its argument. */
  number(index: number): bigint;
}

type Reader = (args: Args) => readonly Effect[];

/** A function of the table. */
export interface KnownFunction {
  /** Canonical signature. */
  readonly signature: string;
  /** True if it takes no value: what is sent along is lost. */
  readonly unpaid: boolean;
  read(args: Args): readonly Effect[];
}

const gives = (asset: Omit<Gives, "effect">): Effect => ({ effect: "gives", ...asset });
const allows = (asset: Omit<Allows, "effect">): Effect => ({ effect: "allows", ...asset });

/** Reads a transfer of a token's amount. */
const sends = (to: number, amount: number): Reader => ({ call, address, number }) => [
  gives({ kind: "token", address: call.to, amount: number(amount), to: address(to) }),
];

/** Reads a transfer on behalf of an owner; that of others' assets is none of the caller's. */
const sendsFrom = (kind: "token" | "item", amount: number | null): Reader => (args) => {
  const { call, sender, address, number } = args;
  if (!isAddressEqual(address(0), sender)) return [];
  // No amount of a token: item 0 of a collection, which has the same function.
  const asset = kind === "token" && number(2) === 0n
    ? { kind: "item", id: 0n, amount: 1n } as const
    : kind === "token"
    ? { kind, amount: number(2) } as const
    : { kind, id: number(2), amount: amount === null ? 1n : number(amount) } as const;
  return [gives({ ...asset, address: call.to, to: address(1) })];
};

/** Reads an allowance; one of zero takes it back. */
const lets = (spender: number, amount: number): Reader => ({ call, address, number }) =>
  number(amount) === 0n ? [] : [
    allows({
      kind: "token",
      address: call.to,
      amount: number(amount),
      spender: address(spender),
    }),
  ];

/** Reads an operator of all items; zero takes it back, any other word is true. */
const letsAll = (operator: number, flag: number | null): Reader => ({ call, address, number }) =>
  flag !== null && number(flag) === 0n ? [] : [
    allows({ kind: "collection", address: call.to, amount: null, spender: address(operator) }),
  ];

/** Reads what others get to control in a contract instead of the account. */
const handsOver =
  (to: number, flag: number | null = null): Reader => ({ call, address, number, account }) =>
    isAddressEqual(address(to), account) || flag !== null && number(flag) === 0n ? [] : [
      allows({ kind: "control", address: call.to, amount: null, spender: address(to) }),
    ];

/** Reads a permit of Permit2, given by a signature that the account made before. */
const permit2: Reader = ({ words, sender, address }) =>
  isAddressEqual(address(0), sender)
    ? [allows({
      kind: "token",
      address: words.address(WORD),
      amount: words.word(2 * WORD),
      spender: words.address(5 * WORD),
    })]
    : [];

/** Reads assets that a function takes forever, or out of a contract that holds them. */
const leaves = (amount: number | null, to?: number): Reader => ({ call, address, number }) => [
  gives({
    kind: "token",
    address: call.to,
    amount: amount === null ? null : number(amount),
    ...(to !== undefined && { to: address(to) }),
  }),
];

/** Reads shares or deposits that are paid out to another address than their owner (ERC-4626). */
const paysOut = (amount: number | null, to: number, owner: number): Reader => (args) =>
  isAddressEqual(args.address(owner), args.sender) && !isAddressEqual(args.address(to), args.sender)
    ? leaves(amount, to)(args)
    : [];

/** Placeholders of routers: for their caller, and for themselves until a later step. */
const stands: readonly Address[] = [1, 2].map((each) => pad(numberToHex(each), { size: 20 }));

/** Reads what is paid out to another address: of the token at an argument, or of the contract. */
const paysOther =
  (to: number, token: number | null, amount: number | null): Reader =>
  ({ call, address, number, sender }) =>
    [zeroAddress, ...stands, sender, call.to].some((each) => isAddressEqual(each, address(to)))
      ? []
      : [
        gives({
          kind: "token",
          address: token === null ? call.to : address(token),
          amount: amount === null ? null : number(amount),
          to: address(to),
        }),
      ];

/** Reads a swap along a list of tokens, which is paid out to another address. */
const swapsFor = (amount: number, path: number, to: number): Reader => (args) => {
  const list = listAt(args.words, 0, path * WORD);
  return list.count === 0 ? [] : paysOther(to, null, amount)(args).map((effect) => ({
    ...effect,
    address: args.words.address(list.at),
  }));
};

/** Reads a swap along packed pools, which is paid out to another address: `path, recipient, …`. */
const swapsAlong = (exact: "in" | "out", amount: number): Reader => ({ words, ...args }) => {
  const at = words.follow(0, 0);
  const path = bytesAt(words, at, at);
  // Reversed for exact outputs: written from the token that is exact.
  const token = exact === "in" ? 0 : Math.max(0, size(path) - 20);
  return paysOther(1, null, null)({
    ...args,
    words,
    address: (index) => words.address(at + index * WORD),
  }).map((effect) => ({
    ...effect,
    address: wordsOf(path).address(token - 12),
    amount: words.word(at + amount * WORD),
  }));
};

const none: Reader = () => [];

/** Functions that take no value. */
const unpaid: Readonly<Record<string, Reader>> = {
  "transfer(address,uint256)": sends(0, 1),
  "transferFrom(address,address,uint256)": sendsFrom("token", null),
  "transferAndCall(address,uint256)": sends(0, 1),
  "transferAndCall(address,uint256,bytes)": sends(0, 1),
  "transferFromAndCall(address,address,uint256)": sendsFrom("token", null),
  "transferFromAndCall(address,address,uint256,bytes)": sendsFrom("token", null),
  "send(address,uint256,bytes)": sends(0, 1),
  "approve(address,uint256)": lets(0, 1),
  "approveAndCall(address,uint256)": lets(0, 1),
  "approveAndCall(address,uint256,bytes)": lets(0, 1),
  "increaseAllowance(address,uint256)": lets(0, 1),
  "increaseApproval(address,uint256)": lets(0, 1),
  "decreaseAllowance(address,uint256)": none,
  "burn(uint256)": leaves(0),
  "burn(address,uint256,uint256)": ({ call, address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [gives({ kind: "item", address: call.to, id: number(1), amount: number(2) })]
      : [],
  // Shares that a withdrawal costs are up to the vault.
  "withdraw(uint256,address,address)": paysOut(null, 1, 2),
  "redeem(uint256,address,address)": paysOut(0, 1, 2),
  "withdrawTo(address,uint256)": leaves(1, 0),
  "withdrawStake(address)": leaves(null, 0),
  "authorizeOperator(address)": letsAll(0, null),
  "setApprovalForAll(address,bool)": letsAll(0, 1),
  "setOperator(address,bool)": letsAll(0, 1),
  "safeTransferFrom(address,address,uint256)": sendsFrom("item", null),
  "safeTransferFrom(address,address,uint256,bytes)": sendsFrom("item", null),
  "safeTransferFrom(address,address,uint256,uint256,bytes)": sendsFrom("item", 3),
  "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)"(
    { call, words, sender, address },
  ) {
    if (!isAddressEqual(address(0), sender)) return [];
    const ids = listAt(words, 0, 2 * WORD);
    const amounts = listAt(words, 0, 3 * WORD);
    return Array.from({ length: ids.count }, (_, index) =>
      gives({
        kind: "item",
        address: call.to,
        id: words.word(ids.at + index * WORD),
        amount: index < amounts.count ? words.word(amounts.at + index * WORD) : null,
        to: address(1),
      }));
  },
  // ERC-6909.
  "approve(address,uint256,uint256)": ({ call, address, number }) =>
    number(2) === 0n ? [] : [
      allows({ kind: "collection", address: call.to, amount: number(2), spender: address(0) }),
    ],
  "transfer(address,uint256,uint256)": ({ call, address, number }) => [
    gives({ kind: "item", address: call.to, id: number(1), amount: number(2), to: address(0) }),
  ],
  "transferFrom(address,address,uint256,uint256)": sendsFrom("item", 3),
  // Permit2.
  "approve(address,address,uint160,uint48)": ({ address, number }) =>
    number(2) === 0n ? [] : [
      allows({ kind: "token", address: address(0), amount: number(2), spender: address(1) }),
    ],
  "transferFrom(address,address,uint160,address)": ({ address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [gives({ kind: "token", address: address(3), amount: number(2), to: address(1) })]
      : [],
  "transferFrom((address,address,uint160,address)[])"({ words, sender }) {
    const list = listAt(words, 0, 0, 4 * WORD);
    return Array.from({ length: list.count }, (_, index) => list.at + index * 4 * WORD)
      .filter((at) => isAddressEqual(words.address(at), sender))
      .map((at) =>
        gives({
          kind: "token",
          address: words.address(at + 3 * WORD),
          amount: words.word(at + 2 * WORD),
          to: words.address(at + WORD),
        })
      );
  },
  "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)": permit2,
  // Permits that anyone may submit, with the caller as their owner.
  "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)": (
    { call, address, number, sender },
  ) =>
    isAddressEqual(address(0), sender)
      ? [allows({ kind: "token", address: call.to, amount: number(2), spender: address(1) })]
      : [],
  "permit(address,address,uint256,uint256,bytes)": ({ call, address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [allows({ kind: "token", address: call.to, amount: number(2), spender: address(1) })]
      : [],
  // Control of a contract.
  "transferOwnership(address)": handsOver(0),
  "completeOwnershipHandover(address)": handsOver(0),
  "beginDefaultAdminTransfer(address)": handsOver(0),
  "setAuthority(address)": handsOver(0),
  "setOwner(address)": handsOver(0),
  "changeOwner(address)": handsOver(0),
  "changeAdmin(address)": handsOver(0),
  "setAdmin(address)": handsOver(0),
  "setPendingAdmin(address)": handsOver(0),
  "grantRole(bytes32,address)": handsOver(1),
  "upgradeTo(address)": handsOver(0),
  "upgrade(address,address)": handsOver(1),
  "setOwner(bytes32,address)": handsOver(1),
  "setRecord(bytes32,address,address,uint64)": handsOver(1),
  "setSubnodeOwner(bytes32,bytes32,address)": handsOver(2),
  "setSubnodeRecord(bytes32,bytes32,address,address,uint64)": handsOver(2),
  "unwrap(bytes32,bytes32,address)": handsOver(2),
  "unwrapETH2LD(bytes32,address,address)": handsOver(1),
  "reclaim(uint256,address)": handsOver(1),
  "setOperator(address)": handsOver(0),
  "allow(address,bool)": handsOver(0, 1),
  "hope(address)": handsOver(0),
  "approveDelegation(address,uint256)": handsOver(0, 1),
  "setRelayerApproval(address,address,bool)": handsOver(1, 2),
  "setAuthorization(address,bool)": handsOver(0, 1),
  "setApproval(address,bool)": handsOver(0, 1),
  "updateOperator(address,bool)": handsOver(0, 1),
  "setDelegate(address,bool)": handsOver(0, 1),
  "delegateAll(address,bytes32,bool)": handsOver(0, 2),
  "delegateForAll(address,bool)": handsOver(0, 1),
  "approveController(address,bool)": handsOver(0, 1),
  "cdpAllow(uint256,address,uint256)": handsOver(1, 2),
  "addOwnerWithThreshold(address,uint256)": handsOver(0),
  "swapOwner(address,address,address)": handsOver(2),
  "enableModule(address)": handsOver(0),
  "setFallbackHandler(address)": handsOver(0),
};

/** Functions that can take value. */
const paid: Readonly<Record<string, Reader>> = {
  "upgradeToAndCall(address,bytes)": handsOver(0),
  "upgradeAndCall(address,address,bytes)": handsOver(1),
};

/** Functions that pay a receiver of the caller's choice, and of which nothing else is read. */
const paying: Readonly<Record<string, Reader>> = {
  // Lending pools: the asset, its amount, the receiver.
  "withdraw(address,uint256,address)": paysOther(2, 0, 1),
  "withdrawTo(address,address,uint256)": paysOther(0, 1, 2),
  "supply(address,uint256,address,uint16)": paysOther(2, 0, 1),
  "repay(address,uint256,uint256,address)": paysOther(3, 0, 1),
  // To another network, where the receiver is written as 32 bytes.
  "depositForBurn(uint256,uint32,bytes32,address)": paysOther(2, 3, 0),
  "depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)": paysOther(2, 3, 0),
  "transferAsset(address,address,uint256)": paysOther(0, 1, 2),
  "requestWithdrawals(uint256[],address)": paysOther(1, null, null),
  // Positions of Uniswap, and what its routers hold.
  "collect((uint256,address,uint128,uint128))": paysOther(1, null, null),
  "unwrapWETH9(uint256,address)": paysOther(1, null, null),
  "sweepToken(address,uint256,address)": paysOther(2, 0, null),
  "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))": paysOther(3, 0, 4),
  "exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))": paysOther(
    3,
    0,
    5,
  ),
  "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))": paysOther(3, 0, 5),
  "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))": paysOther(
    3,
    0,
    6,
  ),
  "exactInput((bytes,address,uint256,uint256))": swapsAlong("in", 2),
  "exactInput((bytes,address,uint256,uint256,uint256))": swapsAlong("in", 3),
  "exactOutput((bytes,address,uint256,uint256))": swapsAlong("out", 3),
  "exactOutput((bytes,address,uint256,uint256,uint256))": swapsAlong("out", 4),
  "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)": swapsFor(0, 2, 3),
  "swapExactTokensForTokens(uint256,uint256,address[],address)": swapsFor(0, 2, 3),
  "swapTokensForExactTokens(uint256,uint256,address[],address,uint256)": swapsFor(1, 2, 3),
  "swapTokensForExactTokens(uint256,uint256,address[],address)": swapsFor(1, 2, 3),
  "swapExactTokensForETH(uint256,uint256,address[],address,uint256)": swapsFor(0, 2, 3),
  "swapTokensForExactETH(uint256,uint256,address[],address,uint256)": swapsFor(1, 2, 3),
};

/** Their readers by selector. */
const payments: ReadonlyMap<string, Reader> = new Map(
  Object.entries(paying).map(([signature, read]) => [
    toFunctionSelector(`function ${signature}`),
    read,
  ]),
);

/** Functions by selector. */
const table: ReadonlyMap<string, KnownFunction> = new Map(
  [...Object.entries(unpaid), ...Object.entries(paid)].map(([signature, read]) => [
    toFunctionSelector(`function ${signature}`),
    { signature, unpaid: Object.hasOwn(unpaid, signature), read },
  ]),
);

/** Returns the function that data calls, if it is in the table. */
export function knownFunction(data: string): KnownFunction | undefined {
  return table.get(data.slice(0, 10).toLowerCase());
}

/** Reads the effects of a call by its function alone, without its value. */
export function readFunction(call: Made, { sender, account }: Maker): readonly Effect[] {
  const words = wordsOf(call.data, 4);
  const read = knownFunction(call.data)?.read ??
    payments.get(call.data.slice(0, 10).toLowerCase());
  return read?.({
    call,
    words,
    sender,
    account,
    address: (index) => words.address(index * WORD),
    number: (index) => words.word(index * WORD),
  }) ?? [];
}
