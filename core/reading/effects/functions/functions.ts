/**
 * Reads functions that move assets or let others move them, leniently: data that a contract might
 * accept has at least the effect of well-formed data.
 *
 * @module
 */
import { isAddressEqual } from "viem";
import { deniedFunctions } from "../../../permission/sound/denied_functions.ts";
import {
  allows,
  type Args,
  gives,
  givesItems,
  handsOver,
  isOwnedBy,
  PERMIT2,
  type Reader,
  signs,
} from "../calls/args.ts";
import type { Effect, Made, Maker } from "../calls/effect.ts";
import { control } from "./control.ts";
import { authority } from "./authority.ts";
import { isGivenAway, more, moreOpen } from "./further_functions.ts";
import { morePaying } from "./further_payments.ts";
import { naming } from "./names.ts";
import { paying } from "./payments.ts";
import { bySelector, type Selected, selectorOf } from "../calls/selectors.ts";
import { listAt, WORD, wordsOf } from "../calls/words.ts";

/** A function of the table. */
export interface KnownFunction {
  /** Canonical signature. */
  readonly signature: string;
  /** True for a nonpayable function: value sent with the call is lost. */
  readonly unpaid: boolean;
  read(args: Args): readonly Effect[];
}

/** Reads a transfer of a token's amount. */
const sends = (to: number, amount: number): Reader => ({ call, address, number }) => [
  gives({ kind: "token", address: call.to, amount: number(amount), to: address(to) }),
];

/**
 * Reads a transfer on behalf of an owner. Transfers of other owners' assets do not concern the
 * caller.
 */
const sendsFrom = (kind: "token" | "item", amount: number | null): Reader => (args) => {
  const { call, sender, address, number } = args;
  if (!isAddressEqual(address(0), sender)) return [];
  // A zero token amount may be item 0 of a collection, which has the same function.
  const asset = kind === "token" && number(2) === 0n
    ? { kind: "item", id: 0n, amount: 1n } as const
    : kind === "token"
    ? { kind, amount: number(2) } as const
    : { kind, id: number(2), amount: amount === null ? 1n : number(amount) } as const;
  return [gives({ ...asset, address: call.to, to: address(1) })];
};

/** Reads an allowance; zero revokes it. */
const lets =
  (spender: number, amount: number, sets: boolean): Reader => ({ call, address, number }) =>
    number(amount) === 0n ? [] : [
      allows({
        kind: "token",
        address: call.to,
        amount: number(amount),
        spender: address(spender),
        ...(sets && { sets }),
      }),
    ];

/** Reads an operator of all items; zero revokes it, any other word means true. */
const letsAll = (operator: number, flag: number | null): Reader => ({ call, address, number }) =>
  flag !== null && number(flag) === 0n ? [] : [
    allows({ kind: "collection", address: call.to, amount: null, spender: address(operator) }),
  ];

/** Reads a permit of Permit2 with an earlier signature of the account. */
const permit2: Reader = ({ words, sender, address }) =>
  isAddressEqual(address(0), sender)
    ? [allows({
      kind: "token",
      address: words.address(WORD),
      amount: words.word(2 * WORD),
      spender: words.address(5 * WORD),
      until: words.word(3 * WORD),
    })]
    : [];

/** Reads assets that a function takes permanently, or takes out of a contract. */
const leaves = (amount: number | null, to?: number): Reader => ({ call, address, number }) => [
  gives({
    kind: "token",
    address: call.to,
    amount: amount === null ? null : number(amount),
    ...(to !== undefined && { to: address(to) }),
  }),
];

/** Reads shares or deposits that are paid out to an address other than their owner (ERC-4626). */
const paysOut = (amount: number | null, to: number, owner: number): Reader => (args) =>
  isOwnedBy(args.address(owner), args.sender) && !isAddressEqual(args.address(to), args.sender)
    ? leaves(amount, to)(args)
    : [];

const none: Reader = () => [];

/** Nonpayable functions. */
const unpaid: Readonly<Record<Selected, Reader>> = {
  "0xa9059cbb transfer(address,uint256)": sends(0, 1),
  "0x23b872dd transferFrom(address,address,uint256)": sendsFrom("token", null),
  "0x1296ee62 transferAndCall(address,uint256)": sends(0, 1),
  "0x4000aea0 transferAndCall(address,uint256,bytes)": sends(0, 1),
  "0xd8fbe994 transferFromAndCall(address,address,uint256)": sendsFrom("token", null),
  "0xc1d34b89 transferFromAndCall(address,address,uint256,bytes)": sendsFrom("token", null),
  "0x9bd9bbc6 send(address,uint256,bytes)": sends(0, 1),
  "0x095ea7b3 approve(address,uint256)": lets(0, 1, true),
  "0x3177029f approveAndCall(address,uint256)": lets(0, 1, true),
  "0xcae9ca51 approveAndCall(address,uint256,bytes)": lets(0, 1, true),
  "0x39509351 increaseAllowance(address,uint256)": lets(0, 1, false),
  "0xd73dd623 increaseApproval(address,uint256)": lets(0, 1, false),
  "0xa457c2d7 decreaseAllowance(address,uint256)": none,
  "0x42966c68 burn(uint256)": leaves(0),
  "0xf5298aca burn(address,uint256,uint256)": ({ call, address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [gives({ kind: "item", address: call.to, id: number(1), amount: number(2) })]
      : [],
  // The vault determines the number of shares for a withdrawal.
  "0xb460af94 withdraw(uint256,address,address)": paysOut(null, 1, 2),
  "0xba087652 redeem(uint256,address,address)": paysOut(0, 1, 2),
  "0x205c2878 withdrawTo(address,uint256)": leaves(1, 0),
  "0xc23a5cea withdrawStake(address)": leaves(null, 0),
  "0x959b8c3f authorizeOperator(address)": letsAll(0, null),
  "0xa22cb465 setApprovalForAll(address,bool)": letsAll(0, 1),
  "0x558a7297 setOperator(address,bool)": letsAll(0, 1),
  "0x42842e0e safeTransferFrom(address,address,uint256)": sendsFrom("item", null),
  "0xb88d4fde safeTransferFrom(address,address,uint256,bytes)": sendsFrom("item", null),
  "0xf242432a safeTransferFrom(address,address,uint256,uint256,bytes)": sendsFrom("item", 3),
  "0x2eb2c2d6 safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)"(
    args,
  ) {
    const { sender, address } = args;
    if (!isAddressEqual(address(0), sender)) return [];
    return givesItems(args, [2 * WORD, 3 * WORD], address(1));
  },
  // ERC-6909.
  "0x426a8493 approve(address,uint256,uint256)": ({ call, address, number }) =>
    number(2) === 0n ? [] : [
      allows({ kind: "collection", address: call.to, amount: number(2), spender: address(0) }),
    ],
  "0x095bcdb6 transfer(address,uint256,uint256)": ({ call, address, number }) => [
    gives({ kind: "item", address: call.to, id: number(1), amount: number(2), to: address(0) }),
  ],
  "0xfe99049a transferFrom(address,address,uint256,uint256)": sendsFrom("item", 3),
  // Permit2.
  "0x87517c45 approve(address,address,uint160,uint48)": ({ call, address, number }) =>
    number(2) === 0n ? [] : [
      allows({
        kind: "token",
        address: address(0),
        amount: number(2),
        spender: address(1),
        until: number(3),
        // Any other contract can have a function with that name that sets no allowance.
        ...(isAddressEqual(call.to, PERMIT2) && { permit2: true, sets: true }),
      }),
    ],
  "0x36c78516 transferFrom(address,address,uint160,address)": ({ address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [gives({ kind: "token", address: address(3), amount: number(2), to: address(1) })]
      : [],
  "0x0d58b1db transferFrom((address,address,uint160,address)[])"({ words, sender }) {
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
  "0x2b67b570 permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)": permit2,
  "0x2a2d80d1 permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)"(
    { words, sender, address },
  ) {
    if (!isAddressEqual(address(0), sender)) return [];
    const batch = words.follow(0, WORD);
    const list = listAt(words, batch, batch, 4 * WORD);
    return Array.from({ length: list.count }, (_, index) => list.at + index * 4 * WORD).map((at) =>
      allows({
        kind: "token",
        address: words.address(at),
        amount: words.word(at + WORD),
        spender: words.address(batch + WORD),
        until: words.word(at + 2 * WORD),
      })
    );
  },
  // Permits that anyone may submit, with the caller as their owner.
  "0xd505accf permit(address,address,uint256,uint256,uint8,bytes32,bytes32)": (
    { call, address, number, sender },
  ) =>
    isAddressEqual(address(0), sender)
      ? [allows({ kind: "token", address: call.to, amount: number(2), spender: address(1) })]
      : [],
  "0x9fd5a6cf permit(address,address,uint256,uint256,bytes)": ({ call, address, number, sender }) =>
    isAddressEqual(address(0), sender)
      ? [allows({ kind: "token", address: call.to, amount: number(2), spender: address(1) })]
      : [],
  ...control,
  ...naming,
  ...more,
  ...authority,
};

/** Payable functions. */
const paid: Readonly<Record<Selected, Reader>> = {
  "0x4f1ef286 upgradeToAndCall(address,bytes)": handsOver(0),
  "0x9623609d upgradeAndCall(address,address,bytes)": handsOver(1),
  ...moreOpen,
};

/** Readers of assets that contracts take by an allowance, or pay out. */
const payments = bySelector({ ...paying, ...morePaying });

/**
 * Functions that no permission can include and that have no dedicated reader: they are treated as
 * grants of control. Votes are excluded, and nested calls are read separately.
 */
const denied = Object.fromEntries(
  Object.entries(deniedFunctions).flatMap(([key, group]) =>
    group === "vote" || group === "call" ? [] : [[key, signs()]]
  ),
) as Readonly<Record<Selected, Reader>>;

/** Functions by selector; readers of later tables take precedence. */
const table = new Map([...known(denied, true), ...known(unpaid, true), ...known(paid, false)]);

function known(functions: Readonly<Record<Selected, Reader>>, unpaid: boolean) {
  return [...bySelector(functions)].map(([selector, { signature, value }]) =>
    [selector, { signature, unpaid, read: value } as KnownFunction] as const
  );
}

/** Returns the function that data calls, if it is in the table. */
export function knownFunction(data: string): KnownFunction | undefined {
  return table.get(selectorOf(data));
}

/** Reads the effects of a call by its function alone, without its value. */
export function readFunction(call: Made, { sender, account }: Maker): readonly Effect[] {
  if (isGivenAway(call)) {
    return [allows({ kind: "control", address: call.to, amount: null, spender: null })];
  }
  const words = wordsOf(call.data, 4);
  const read = knownFunction(call.data)?.read ??
    payments.get(selectorOf(call.data))?.value;
  return read?.({
    call,
    words,
    sender,
    account,
    address: (index) => words.address(index * WORD),
    number: (index) => words.word(index * WORD),
  }) ?? [];
}
