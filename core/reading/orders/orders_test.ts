import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { keccak256, stringToHex } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import {
  account,
  dataOf,
  nft,
  other,
  paid,
  read,
  seaport,
  token,
  until,
  word,
  zero,
} from "../../testing/orders.ts";
import { exchanges } from "./exchanges.ts";
import { isForNothing, readOrder } from "./mod.ts";

Deno.test("orders: the types match the hashes in the exchanges' contracts", () => {
  const hashes = new Map(exchanges.map(({ protocol, type }) => [
    `${protocol} ${type.slice(0, type.indexOf("("))}`,
    keccak256(stringToHex(type)),
  ]));
  // Copied from the contracts' sources.
  for (
    const [name, hash] of [
      [
        "Seaport 1.6 OrderComponents",
        "0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f",
      ],
      [
        "CoW Protocol Order",
        "0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489",
      ],
      ["0x LimitOrder", "0xce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49"],
      ["0x RfqOrder", "0xe593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9"],
    ] as const
  ) assertEquals(hashes.get(name), hash, name);
});

Deno.test("orders: Seaport, the maximum offered and the minimum received by the account", () => {
  for (const protocol of ["Seaport 1.5", "Seaport 1.6"]) {
    assertEquals(read(dataOf(protocol, seaport())), {
      protocol,
      gives: [{ kind: "item", address: nft as `0x${string}`, amount: 1n, id: 7n }],
      gets: [{ kind: "native", address: null, amount: 900_000_000_000_000_000n }],
      until: BigInt(until),
    });
  }
  const bid = seaport({
    offer: [{
      itemType: 1,
      token,
      identifierOrCriteria: "0",
      startAmount: "0x64",
      endAmount: "200",
    }],
    consideration: [{
      itemType: 4,
      token: nft,
      identifierOrCriteria: "0",
      startAmount: "1",
      endAmount: "1",
      recipient: account,
    }],
  });
  const order = read(dataOf("Seaport 1.6", bid))!;
  assertEquals([order.gives[0]?.amount, order.gets?.[0]?.kind], [200n, "any_item"]);
  assertEquals(isForNothing(order), false);
});

Deno.test("orders: spending without receiving is a danger, in any form", () => {
  const for_ = (consideration: unknown[]) => {
    const order = read(dataOf("Seaport 1.6", seaport({ consideration })))!;
    return isForNothing(order);
  };
  assertEquals(
    for_([{ ...paid("950000000000000000", "900000000000000000"), recipient: account }]),
    false,
  );
  assertEquals(for_([]), true);
  assertEquals(
    for_([{ ...paid("950000000000000000", "900000000000000000"), recipient: other }]),
    true,
  );
  assertEquals(for_([{ ...paid("0", "0"), recipient: account }]), true);
  // The amount falls to zero while the order is open.
  assertEquals(for_([{ ...paid("1000000", "0"), recipient: account }]), true);
  // The account receives without spending: no warning.
  assertEquals(isForNothing(read(dataOf("Seaport 1.6", seaport({ offer: [] })))!), false);
});

Deno.test("orders: dust counts as zero, once the decimals are known", () => {
  const native = (amount: string) =>
    isForNothing(
      read(dataOf(
        "Seaport 1.6",
        seaport({ consideration: [{ ...paid(amount, amount), recipient: account }] }),
      ))!,
    );
  for (const dust of ["1", "900", "9999999999999"]) assertEquals(native(dust), true, dust);
  assertEquals(native("10000000000000"), false);
  const order = (buyAmount: string) =>
    read(dataOf("CoW Protocol", cow({ buyToken: token, buyAmount })))!;
  const described = (decimals: number, address: string = token) => [{
    address: address as `0x${string}`,
    symbol: "T",
    decimals,
  }];
  // In any letter case, like the addresses from the service.
  const usdc = described(6, token.toUpperCase().replace("0X", "0x"));
  for (
    const [amount, tokens, expected] of [
      ["9", usdc, true],
      ["10", usdc, false],
      ["999", described(8), true],
      ["1", described(5), false],
      ["1", described(0), false],
      ["9999999999999", described(18), true],
      ["10000000000000", described(18), false],
      ["0", described(0), true],
      ["1", described(18, other), false],
      ["1", [], false],
    ] as const
  ) assertEquals(isForNothing(order(amount), tokens), expected, amount);
});

const cow = (changes: object = {}) => ({
  sellToken: token,
  buyToken: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
  receiver: zero,
  sellAmount: "1000",
  buyAmount: "5000000000000000",
  validTo: until,
  appData: word,
  feeAmount: "7",
  kind: "sell",
  partiallyFillable: false,
  sellTokenBalance: "erc20",
  buyTokenBalance: "erc20",
  ...changes,
});

Deno.test("orders: CoW, with its fee, and with another receiver", () => {
  assertEquals(read(dataOf("CoW Protocol", cow())), {
    protocol: "CoW Protocol",
    gives: [{ kind: "token", address: token, amount: 1007n }],
    gets: [{ kind: "native", address: null, amount: 5_000_000_000_000_000n }],
    until: BigInt(until),
  });
  assertEquals(isForNothing(read(dataOf("CoW Protocol", cow({ receiver: account })))!), false);
  for (const change of [{ receiver: other }, { buyAmount: "0" }]) {
    assertEquals(isForNothing(read(dataOf("CoW Protocol", cow(change)))!), true);
  }
});

const oneInch = (changes: object = {}) => ({
  salt: "1",
  maker: account,
  receiver: zero,
  makerAsset: token,
  takerAsset: nft,
  makingAmount: "10",
  takingAmount: "20",
  makerTraits: String(BigInt(until) << 80n),
  ...changes,
});

Deno.test("orders: 1inch, its expiry among bits, and amounts that others choose", () => {
  const order = read(dataOf("1inch", oneInch()))!;
  assertEquals([order.until, order.gets?.[0]?.amount], [BigInt(until), 20n]);
  const none = read(dataOf("1inch", oneInch({ makerTraits: "0" })))!;
  assertEquals(none.until, null);
  const open = read(dataOf("1inch", oneInch({ makerTraits: String(1n << 249n) })))!;
  assertEquals([open.gets, isForNothing(open)], [null, false]);
  assertEquals(isForNothing(read(dataOf("1inch", oneInch({ receiver: other })))!), true);
});

Deno.test("orders: 0x, both kinds", () => {
  const shared = {
    makerToken: token,
    takerToken: nft,
    makerAmount: "10",
    takerAmount: "20",
    maker: account,
    taker: zero,
    pool: word,
    expiry: until,
    salt: "1",
  };
  const limit = { ...shared, takerTokenFeeAmount: "0", sender: zero, feeRecipient: zero };
  for (
    const [kind, message] of [
      ["LimitOrder(", limit],
      ["RfqOrder(", { ...shared, txOrigin: other }],
    ] as const
  ) {
    const order = read(dataOf("0x", message, 1, kind))!;
    assertEquals([order.gives[0]?.amount, order.gets?.[0]?.amount, order.until], [
      10n,
      20n,
      BigInt(until),
    ]);
    assertEquals(read(dataOf("0x", { ...message, maker: other }, 1, kind)), null);
  }
});

const reactors = {
  ExclusiveDutchOrder: [1, "0x6000da47483062a0d734ba3dc7576ce6a0b645c4"],
  V2DutchOrder: [1, "0x00000011f84b9aa48e5f8aa8b9897600006289be"],
  PriorityOrder: [8453, "0x000000001ec5656dcdb24d90dfa42742738de729"],
  V3DutchOrder: [42161, "0xb274d5f4b833b61b340b654d600a864fb604a87c"],
} as const;

function uniswapX(
  kind: keyof typeof reactors,
  changes: { spender?: string; swapper?: string; reactor?: string },
) {
  const [chainId, own] = reactors[kind];
  const { spender = own, swapper = account, reactor = own } = changes;
  const info = {
    reactor,
    swapper,
    nonce: "1",
    deadline: until,
    additionalValidationContract: zero,
    additionalValidationData: "0x",
  };
  const outputs = [
    { token: nft, startAmount: "90", endAmount: "80", recipient: account },
    { token: nft, startAmount: "5", endAmount: "5", recipient: other },
  ];
  const mps = { mpsPerPriorityFeeWei: "1" };
  const perGwei = { adjustmentPerGweiBaseFee: "1" };
  const curve = { relativeBlocks: "1", relativeAmounts: ["-5", "1000000"] };
  const witness = {
    ExclusiveDutchOrder: {
      info,
      decayStartTime: 1,
      decayEndTime: 2,
      exclusiveFiller: zero,
      exclusivityOverrideBps: "0",
      inputToken: token,
      inputStartAmount: "100",
      inputEndAmount: "100",
      outputs,
    },
    V2DutchOrder: {
      info,
      cosigner: other,
      baseInputToken: token,
      baseInputStartAmount: "100",
      baseInputEndAmount: "100",
      baseOutputs: outputs,
    },
    PriorityOrder: {
      info,
      cosigner: other,
      auctionStartBlock: "1",
      baselinePriorityFeeWei: "0",
      input: { token, amount: "100", ...mps },
      outputs: outputs.map(({ token, endAmount, recipient }) => ({
        token,
        amount: endAmount,
        ...mps,
        recipient,
      })),
    },
    V3DutchOrder: {
      info,
      cosigner: other,
      startingBaseFee: "1",
      baseInput: { token, startAmount: "70", curve, maxAmount: "100", ...perGwei },
      baseOutputs: outputs.map(({ token, startAmount, endAmount, recipient }) => ({
        token,
        startAmount,
        curve,
        recipient,
        minAmount: endAmount,
        ...perGwei,
      })),
    },
  }[kind];
  const message = {
    permitted: { token, amount: "100" },
    spender,
    nonce: "1",
    deadline: until,
    witness,
  };
  return [dataOf("UniswapX", message, chainId, kind), chainId] as const;
}

Deno.test("orders: UniswapX, only if the spender is the reactor that enforces the order", () => {
  for (const kind of Object.keys(reactors) as (keyof typeof reactors)[]) {
    const order = read(...uniswapX(kind, {}))!;
    assertEquals([order.protocol, order.gives, order.gets, order.until], [
      "UniswapX",
      [{ kind: "token", address: token, amount: 100n }],
      [{ kind: "token", address: nft as `0x${string}`, amount: 80n }],
      BigInt(until),
    ]);
    // A permit for a spender that does not check the witness.
    assertEquals(read(...uniswapX(kind, { spender: other })), null);
    assertEquals(read(...uniswapX(kind, { spender: other, reactor: other })), null);
    assertEquals(read(...uniswapX(kind, { reactor: other })), null);
    assertEquals(read(...uniswapX(kind, { swapper: other })), null);
  }
  // V3 is also settled on other chains, by a separate reactor on each.
  for (
    const [chainId, spender] of [
      [1, "0x0000000015757c461808ea25eb309638b62681cf"],
      [10, "0x000000000923439a92dae8930613568824108631"],
      [137, "0x00000000bab6e234db8ad638b6a6395b7c499bc4"],
      [8453, "0x000000008a8330b5d1f43a62bf4c673a49f27ba0"],
    ] as const
  ) {
    const [data] = uniswapX("V3DutchOrder", { spender, reactor: spender });
    const there = { ...data, domain: { ...data.domain, chainId } };
    assertEquals(read(there, chainId)?.gets?.[0]?.amount, 80n);
    assertEquals(read(data, 42161), null);
  }
  // The reactor of one kind does not settle another.
  const [data] = uniswapX("V2DutchOrder", { spender: reactors.ExclusiveDutchOrder[1] });
  assertEquals(read(data), null);
});

Deno.test("orders: another domain, contract, chain, account or type is not an order", () => {
  const data = dataOf("Seaport 1.6", seaport());
  const domain = (changes: object): TypedData => ({
    ...data,
    domain: { ...data.domain, ...changes },
  });
  assertEquals(read(data)?.protocol, "Seaport 1.6");
  for (
    const odd of [
      domain({ name: "Seaport\u200b" }),
      domain({ name: "seaport" }),
      domain({ name: ["Seaport"] }),
      domain({ version: "1.5" }),
      domain({ version: undefined }),
      domain({ verifyingContract: other }),
      domain({ verifyingContract: undefined }),
      domain({ chainId: 2 }),
      domain({ chainId: undefined }),
      { ...data, primaryType: "Order" },
      dataOf("Seaport 1.6", seaport({ offerer: other })),
      { ...data, types: { ...data.types, OfferItem: data.types.OfferItem!.slice(0, 4) } },
      {
        ...data,
        types: {
          ...data.types,
          OfferItem: [...data.types.OfferItem!, { name: "note", type: "string" }],
        },
      },
      {
        ...data,
        types: {
          ...data.types,
          OrderComponents: data.types.OrderComponents!.map((field) =>
            field.name === "salt" ? { ...field, type: "uint128" } : field
          ),
        },
      },
    ] as TypedData[]
  ) {
    assertEquals(read(odd), null, JSON.stringify(odd.domain));
  }
  assertEquals(read(data, 8453), null);
  assertEquals(read(dataOf("Seaport 1.6", seaport(), 8453), 8453)?.protocol, "Seaport 1.6");
});

Deno.test("orders: malformed fields are never guessed, and never throw", () => {
  const odd = fc.oneof(fc.anything(), fc.constantFrom("", "0x", "1e3", -1, 1.5, {}, [], null));
  const keys = Object.keys(seaport());
  fc.assert(fc.property(fc.constantFrom(...keys), odd, (key, value) => {
    const data = dataOf("Seaport 1.6", seaport());
    readOrder({ ...data, message: { ...data.message, [key]: value } }, {
      address: account,
      chainId: 1,
    });
  }));
  const data = dataOf("CoW Protocol", cow());
  for (const sellAmount of ["", "many", null, 1.5, "9".repeat(100)]) {
    assertEquals(read({ ...data, message: { ...data.message, sellAmount } }), null);
  }
});
