import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { encodeFunctionData, erc20Abi, getAddress, type Hex, maxUint256 } from "viem";
import { typedDataToSign } from "../../account/message.ts";
import { readTypedData } from "../../account/typed_data.ts";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { atOnce } from "../../lib/pieces.ts";
import { account, dataOf, token, word, zero } from "../../testing/orders.ts";
import { typed } from "../../testing/typed.ts";
import { canonicalTypedData } from "./canonical.ts";
import { readTyped } from "./mod.ts";

const thief: Hex = getAddress(`0x${"66".repeat(20)}`);
const safe: Hex = getAddress(`0x${"5a".repeat(20)}`);
const signer = { address: getAddress(account), chainId: 1 };
const usdc = getAddress(token);

const read = (data: TypedData) => readTyped(data, signer);
const codes = (data: TypedData, balances = new Map<Hex, bigint>()) =>
  read(data).warnings(balances).map(({ code, level }) => `${code} ${level}`);

Deno.test("permits: ERC-2612, DAI, collections and Permit2 show spender, amount and expiry", () => {
  const permit = (value: unknown) =>
    typed("Permit", {
      "address owner": account,
      "address spender": thief,
      "uint256 value": value,
      "uint256 nonce": 0,
      "uint256 deadline": 1793577600,
    });
  const grant = { kind: "token", address: usdc, spender: thief } as const;
  assertEquals(read(permit("5000000")).view, {
    gives: [],
    gets: null,
    allows: [{ ...grant, amount: 5_000_000n }],
    named: [thief],
    unread: 0,
    until: 1_793_577_600n,
  });
  assertEquals(codes(permit(5)), ["permit warning"]);
  assertEquals(codes(permit(5), new Map([[usdc, 5n]])), [
    "whole_approval danger",
    "permit warning",
  ]);
  for (const value of [maxUint256.toString(), `0x${"f".repeat(64)}`, (2n ** 128n).toString()]) {
    assertEquals(read(permit(value)).view.allows, [{ ...grant, amount: null }]);
    assertEquals(codes(permit(value)), ["unlimited_approval danger", "permit warning"]);
  }
  const dai = (allowed: boolean) =>
    typed("Permit", {
      "address holder": account,
      "address spender": thief,
      "uint256 nonce": 0,
      "uint256 expiry": 0,
      "bool allowed": allowed,
    });
  assertEquals(read(dai(true)).view.allows, [{ ...grant, amount: null }]);
  assertEquals(read(dai(false)).view.allows, []);
  const item = typed("Permit", {
    "address spender": thief,
    "uint256 tokenId": 7,
    "uint256 nonce": 0,
    "uint256 deadline": 9,
  });
  assertEquals(read(item).view.gives, [
    { kind: "item", address: usdc, amount: 1n, id: 7n, to: thief },
  ]);
  const details = { "address token": token, "uint160 amount": "7", "uint48 expiration": 20 };
  const batch = (amount: bigint) =>
    typed("PermitBatch", {
      "Details[] details": [details, { ...details, "uint160 amount": amount.toString() }],
      "address spender": thief,
    }, {});
  assertEquals(read(batch(5n)).view.allows, [{ ...grant, amount: 12n }]);
  assertEquals(read(batch(5n)).view.until, 20n);
  assertEquals(codes(batch(2n ** 160n - 1n)), ["unlimited_approval danger", "permit warning"]);
});

Deno.test("signatures that move assets are read as their effects", () => {
  const authorization = (name: string, value: string) =>
    typed(name, {
      "address from": account,
      "address to": thief,
      "uint256 value": value,
      "uint256 validAfter": 0,
      "uint256 validBefore": 1793577600,
      "bytes32 nonce": word,
    });
  for (const name of ["TransferWithAuthorization", "ReceiveWithAuthorization"]) {
    const data = authorization(name, "1000000000000");
    assertEquals(read(data).view.gives, [
      { kind: "token", address: usdc, amount: 1_000_000_000_000n, to: thief },
    ]);
    assertEquals(codes(data), ["moves_tokens warning"]);
    assertEquals(codes(data, new Map([[usdc, 10n]])), ["moves_tokens danger"]);
  }
  // The first version of USDC: its message is an allowance.
  for (const [name, amount] of [["Approve", "value"], ["IncreaseAllowance", "increment"]]) {
    const data = typed(`${name}WithAuthorization`, {
      "address owner": account,
      "address spender": thief,
      [`uint256 ${amount}`]: maxUint256.toString(),
      "uint256 validAfter": 0,
      "uint256 validBefore": 1793577600,
      "bytes32 nonce": word,
    });
    assertEquals(codes(data), ["unlimited_approval danger", "permit warning"]);
    assertEquals(read(data).view.until, 1_793_577_600n);
  }
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [thief, maxUint256],
  });
  const made = { to: usdc, value: 0n, data: approve };
  const safeTx = typed("SafeTx", {
    "address to": token,
    "uint256 value": 0,
    "bytes data": approve,
    "uint8 operation": 0,
    "uint256 nonce": 3,
  }, { verifyingContract: safe });
  assertEquals(read(safeTx).calls, [made]);
  assertEquals(read(safeTx).view.allows, [
    { kind: "token", address: usdc, amount: maxUint256, spender: thief, by: safe },
  ]);
  assertEquals(codes(safeTx), ["unlimited_approval danger", "runs_calls danger"]);
  const forwarded = typed("ForwardRequest", {
    "address from": account,
    "address to": token,
    "uint256 value": 0,
    "uint256 gas": 1,
    "uint256 nonce": 1,
    "bytes data": approve,
  });
  assertEquals([read(forwarded).calls, codes(forwarded)], [[made], [
    "unlimited_approval danger",
    "runs_calls danger",
  ]]);
  const meta = typed("MetaTransaction", {
    "uint256 nonce": 1,
    "address from": account,
    "bytes functionSignature": approve,
  });
  assertEquals(read(meta).calls, [made]);
});

Deno.test("signatures over control, accounts, hashes and unreadable orders are dangers", () => {
  const fields = { "address maker": account, "address asset": token, "uint256 price": 0 };
  assertEquals(codes(typed("MakerAsk", fields)), ["acts_for_you danger"]);
  assertEquals(codes(typed("Vote", { "address from": account, "uint8 choice": 1 })), [
    "acts_for_you warning",
  ]);
  assertEquals(codes(typed("Vote", { "uint8 choice": 1 })), []);
  // Names of messages that transfer a position.
  for (const name of ["Compact", "BorrowIntent", "LoanTerms", "Bridge", "Liquidation", "Unlock"]) {
    assertEquals(codes(typed(name, fields)), ["acts_for_you danger"], name);
    assertEquals(codes(typed(name, { "uint8 amount": 1 })), ["permit warning"], name);
  }
  assertEquals(codes(typed("Root", { "bytes32 root": word })), ["signs_hash danger"]);
  assertEquals(
    codes(typed("Delegation", { "address delegate": thief, "address delegator": account })),
    ["hands_over danger"],
  );
  const owned = { name: "Acct", version: "1", chainId: 1, verifyingContract: safe };
  assertEquals(codes(typed("OwnerChange", { "uint256 next": 1 }, owned)), ["other_account danger"]);
  assertEquals(codes(typed("PackedUserOperation", { "address sender": safe })), [
    "other_account danger",
  ]);
});

Deno.test("hidden characters in names of types and fields are a danger", () => {
  const hidden = "a\u202eb";
  for (
    const data of [
      typed("Vote", { [`uint8 ${hidden}`]: 1 }),
      typed("Vote", { "string text": hidden }),
      typed(`V${hidden}`, { "uint8 choice": 1 }),
      typed("Vote", { "uint8 choice": 1 }, { name: hidden }),
    ]
  ) assertEquals(codes(data), ["hidden_characters danger"]);
  assertEquals(codes(typed("Vote", { "string text": "two\nlines" })), []);
});

/** Spellings of an integer that are accepted. */
const spellings = (value: bigint): unknown[] => [
  value.toString(),
  `0x${value.toString(16)}`,
  `0X${value.toString(16).toUpperCase()}`.replace("0X", "0x"),
  `0${value}`,
  ...value <= BigInt(Number.MAX_SAFE_INTEGER) ? [Number(value)] : [],
];

Deno.test("a message of a Safe is a danger: it may be the hash of anything", () => {
  const data = typed("SafeMessage", { "bytes message": "0x12" }, { verifyingContract: safe });
  assertEquals(codes(data), ["signs_hash danger"]);
});

Deno.test("canonical form: every accepted spelling has one hash and one display", () => {
  const values = fc.record({
    amount: fc.bigInt(0n, maxUint256),
    party: fc.uint8Array({ minLength: 20, maxLength: 20 }),
    data: fc.uint8Array({ maxLength: 40 }),
    text: fc.string(),
    flag: fc.boolean(),
    picks: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
    extra: fc.boolean(),
  });
  const hex = (bytes: Uint8Array, upper: number): Hex => {
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `0x${upper % 2 === 1 ? digits.toUpperCase() : digits}`;
  };
  fc.assert(fc.property(values, (given) => {
    const of = (pick: number) => {
      const amounts = spellings(given.amount);
      const party = hex(given.party, 0);
      return readTypedData({
        value: {
          types: {
            Deal: [
              { name: "amount", type: "uint256" },
              { name: "party", type: "address" },
              { name: "data", type: "bytes" },
              { name: "text", type: "string" },
              { name: "flag", type: "bool" },
            ],
          },
          primaryType: "Deal",
          domain: { chainId: pick % 2 === 0 ? 1 : "0x1" },
          message: {
            amount: amounts[pick % amounts.length],
            party: pick % 2 === 0 ? party : getAddress(party),
            data: hex(given.data, pick),
            text: given.text,
            flag: given.flag,
            ...(given.extra && pick > 3 && { other: "not signed" }),
          },
        },
        path: "data",
      });
    };
    const [first, ...others] = given.picks.map((pick) => {
      const { data } = read(of(pick));
      return {
        domain: data.domain,
        message: data.message,
        digest: typedDataToSign(signer, data).digest,
        // The page's original data has the same hash.
        given: typedDataToSign(signer, of(pick)).digest,
      };
    });
    assertEquals(first!.digest, first!.given);
    for (const other of others) assertEquals(other, first);
    const once = atOnce(canonicalTypedData(of(0)));
    assertEquals(atOnce(canonicalTypedData(once)), once);
  }));
});

Deno.test("canonical form: data without one is rejected with its field", () => {
  const of = (value: unknown) => () =>
    readTypedData({
      value: {
        types: {
          Deal: [{ name: "amount", type: "uint256" }, { name: "toString", type: "string" }],
        },
        primaryType: "Deal",
        domain: {},
        message: { amount: value, ...(value !== 5 && { toString: "x" }) },
      },
      path: "data",
    });
  for (
    const odd of [
      ["1"],
      "  5\n",
      "0b101",
      true,
      [],
      {},
      { length: 1, 0: 5 },
      "5.0",
      "1e3",
      -1,
      "",
      2 ** 60,
    ]
  ) {
    const error = assertThrows(of(odd)) as Error & { data: { field: string } };
    assertEquals([odd, error.data.field], [odd, "data.message.amount"]);
  }
  // A declared field must belong to the message itself.
  const error = assertThrows(of(5)) as Error & { data: { field: string } };
  assertEquals(error.data.field, "data.message.toString");
});

/** Fields of CoW's orders that do not describe the traded assets. */
const sale = {
  appData: word,
  feeAmount: "0",
  kind: "sell",
  partiallyFillable: false,
  sellTokenBalance: "erc20",
  buyTokenBalance: "erc20",
};

Deno.test("orders: an order without proceeds is recognized in any spelling", () => {
  const order = (sellAmount: unknown, validTo: unknown) =>
    dataOf("CoW Protocol", {
      sellToken: token,
      buyToken: token,
      receiver: `0x${"00".repeat(20)}`,
      sellAmount,
      buyAmount: "0",
      validTo,
      ...sale,
    });
  for (const amount of spellings(1_000_000_000_000n)) {
    for (const until of spellings(1_793_577_600n)) {
      const reading = read(order(amount, until));
      assertEquals(reading.order?.protocol, "CoW Protocol");
      assert(reading.warnings().some(({ code }) => code === "order_for_nothing"));
    }
  }
});

Deno.test("orders: an order without proceeds is a danger on any chain and contract with its form", () => {
  const order = {
    sellToken: token,
    buyToken: zero,
    receiver: thief,
    sellAmount: "100000000",
    buyAmount: "5",
    validTo: 1_793_577_600,
    ...sale,
  };
  const cow = (chainId: number, changes = {}, domain = {}) => {
    const data = dataOf("CoW Protocol", { ...order, ...changes });
    const on = { ...data, domain: { ...data.domain, chainId, ...domain } };
    return readTyped(on, { ...signer, chainId }).warnings(new Map(), [])
      .map(({ code, level }) => `${code} ${level}`);
  };
  const danger = ["order_for_nothing danger", "permit warning"];
  for (const chainId of [1, 56, 137, 43114]) {
    assertEquals(cow(chainId), danger, String(chainId));
    assertEquals(cow(chainId, {}, { verifyingContract: safe }), danger);
    assertEquals(cow(chainId, {}, { name: "Copy" }), danger);
    assertEquals(cow(chainId, { buyAmount: "0", receiver: zero }), danger);
    // An order with proceeds stays without a warning.
    assertEquals(cow(chainId, { receiver: zero, buyAmount: "100000000000000000" }), [
      "permit warning",
    ]);
  }
});
