/** Fixtures of clear signing. @module */
import { type Abi, encodeFunctionData, parseAbi } from "viem";
import type { CallView, OrderTerms, OrderView, TypedDataPreview } from "../../core/dialog/types.ts";
import { explainer } from "../../core/reading/clear/mod.ts";
import { parseFunction } from "../../core/reading/clear/registry.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { alice, bob, eth, usdc } from "./fixtures.ts";

/** Creates a call that a descriptor explains, to a contract on the stories' chain. */
export const explained = (
  call: { to: `0x${string}`; value?: bigint },
  signature: string,
  args: readonly unknown[],
): CallView => {
  const data = encodeFunctionData({ abi: [parseFunction(signature)], args });
  const [view] = decodeCalls(
    [{ value: 0n, ...call, data }],
    eth,
    [{ ...usdc, name: "USD Coin", listed: true }],
    explainer({ chainId: 8453, account: alice, native: eth, abi: nothing, abis: [nothing] }),
  );
  return view!;
};
const nothing = { value: undefined, path: "" };

/** Lending call. */
export const supply: CallView = explained(
  { to: "0xA238Dd80C259a72e81d7e4664a9801593F98d1c5" },
  "supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)",
  [usdc.address, 250_000_000n, alice.toLowerCase(), 0],
);
/** Router call whose inputs cannot be decoded. */
export const swap: CallView = explained(
  { to: "0x6fF5693b99212Da76ad316178A184AB56D299b43", value: 10n ** 17n },
  "execute(bytes commands,bytes[] inputs,uint256 deadline)",
  ["0x0b00", [`0x${"00".repeat(64)}`, `0x${"ab".repeat(160)}`], 1_793_577_600n],
);
/** Permit2 allowance. */
export const permit2Approval: CallView = explained(
  { to: "0x000000000022D473030F116dDEE9F6B43aC78BA3" },
  "approve(address token,address spender,uint160 amount,uint48 expiration)",
  [usdc.address, bob.toLowerCase(), 2n ** 160n - 1n, 1_793_577_600],
);

/** Call that only the dApp explains. */
export const appCall: CallView = (() => {
  const abi = [
    "function plant((string name, uint256 count)[] seeds, address gardener, bool watered, bytes note)",
  ];
  const data = encodeFunctionData({
    abi: parseAbi(abi) as Abi,
    functionName: "plant",
    args: [
      [{ name: "Rose\u202e", count: 12n }, { name: "", count: 3n }],
      alice.toLowerCase(),
      true,
      `0x${"5c".repeat(80)}`,
    ],
  });
  const [view] = decodeCalls(
    [{ to: bob, value: 0n, data }],
    eth,
    [],
    explainer({
      chainId: 8453,
      account: alice,
      native: eth,
      abi: { value: abi, path: "abi" },
      abis: [nothing],
    }),
  );
  return view!;
})();

/** Creates an order on an exchange. */
export const order = (changes: Partial<OrderView> = {}): Partial<TypedDataPreview> => ({
  primaryType: "OrderComponents",
  domain: {
    name: "Seaport",
    version: "1.6",
    chainId: 8453,
    verifyingContract: "0x0000000000000068F116a894984e2DB1123eB395",
  },
  order: {
    protocol: "Seaport 1.6",
    gives: [{ kind: "item", address: bob, amount: 1n, id: 4_711n }],
    gets: [
      { kind: "native", address: null, amount: 250_000_000_000_000_000n },
      { kind: "token", address: usdc.address!, amount: 20_000_000n },
      { kind: "any_item", address: alice, amount: 3n },
    ],
    until: 1_793_577_600n,
    ...changes,
  },
  tokens: [usdc],
  warnings: [{ code: "permit", level: "warning", detail: "OrderComponents" }],
});

/** Creates many orders under one signature; one of them spends assets without proceeds. */
export const bulkOrder = (count: number): Partial<TypedDataPreview> => {
  const { order: one, ...rest } = order();
  const orders = Array.from({ length: count }, (_, index): OrderTerms => ({
    gives: [{ kind: "item", address: bob, amount: 1n, id: BigInt(4_711 + index) }],
    gets: index === 5 ? [] : one!.gets,
    until: one!.until,
  }));
  return {
    ...rest,
    primaryType: "BulkOrder",
    order: {
      protocol: one!.protocol,
      gives: orders.flatMap(({ gives }) => gives),
      gets: orders.flatMap(({ gets }) => gets ?? []),
      until: one!.until,
      orders,
      empty: 2 ** Math.ceil(Math.log2(count)) - count,
    },
    warnings: [
      { code: "order_for_nothing", level: "danger" },
      { code: "permit", level: "warning", detail: "BulkOrder" },
    ],
  };
};
