/**
 * Parses Seaport orders: the offer, and the consideration for the account itself. Supports one
 * order, or a tree of orders under one signature.
 *
 * @see https://github.com/ProjectOpenSea/seaport (docs/SeaportDocumentation.md, deployments)
 * @module
 */
import type { AssetView, OrderTerms, OrderView } from "../../dialog/explanation.ts";
import type { Exchange } from "./exchange.ts";
import {
  address,
  type Fields,
  isZero,
  larger,
  list,
  Odd,
  smaller,
  struct,
  whole,
  zeroAddress,
} from "./fields.ts";

const versions = [
  ["1.5", "0x00000000000000adc04c56bf30ac9d3c0aaf14dc"],
  ["1.6", "0x0000000000000068f116a894984e2db1123eb395"],
] as const;

const components =
  "OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration," +
  "uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt," +
  "bytes32 conduitKey,uint256 counter)";
const consideration =
  "ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria," +
  "uint256 startAmount,uint256 endAmount,address recipient)";
const offer = "OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria," +
  "uint256 startAmount,uint256 endAmount)";

/** Maximum tree height that the contracts support. */
const MAX_TREE_HEIGHT = 24;

/** Single orders, and trees of each height. */
export const seaport: readonly Exchange[] = versions.flatMap(([version, contract]) => {
  const shared = {
    protocol: `Seaport ${version}`,
    domain: { name: "Seaport", version },
    contracts: [contract],
    chainIds: [1, 10, 137, 8453, 42161, 11155111],
  };
  const single: Exchange = {
    ...shared,
    primaryType: "OrderComponents",
    type: components + consideration + offer,
    read: ({ message, account }) => readTerms(message, account),
  };
  const trees = Array.from({ length: MAX_TREE_HEIGHT }, (_, index): Exchange => ({
    ...shared,
    primaryType: "BulkOrder",
    type: `BulkOrder(OrderComponents${"[2]".repeat(index + 1)} tree)` + consideration + offer +
      components,
    read: ({ message, account }) => readTree(leavesOf(message.tree, index + 1), account),
  }));
  return [single, ...trees];
});

/** Parses one order; returns `null` if it is not the account's own. */
function readTerms(order: Fields, account: string): OrderTerms | null {
  if (address(order.offerer) !== account) return null;
  return {
    gives: list(order.offer).map((item) => asset(item, larger)),
    gets: list(order.consideration).filter(({ recipient }) => address(recipient) === account)
      .map((item) => asset(item, smaller)),
    until: whole(order.endTime),
  };
}

/**
 * Parses all orders of a tree; returns `null` if one is not the account's own, or the tree is
 * empty.
 */
function readTree(
  leaves: readonly Fields[],
  account: string,
): Omit<OrderView, "protocol"> | null {
  const filled = leaves.filter((leaf) => !isEmpty(leaf));
  const orders = filled.flatMap((leaf) => readTerms(leaf, account) ?? []);
  if (orders.length === 0 || orders.length !== filled.length) return null;
  return {
    gives: orders.flatMap(({ gives }) => gives),
    gets: orders.flatMap(({ gets }) => gets ?? []),
    until: orders.map(({ until }) => until ?? 0n).reduce(larger),
    orders,
    empty: leaves.length - filled.length,
  };
}

/** Lists the leaves of a tree in order: two branches at each level. */
function leavesOf(branch: unknown, height: number): readonly Fields[] {
  if (height === 0) return [struct(branch)];
  if (!Array.isArray(branch) || branch.length !== 2) throw new Odd("no branch");
  return branch.flatMap((each) => leavesOf(each, height - 1));
}

/** Returns whether an order only pads a tree: it is empty and has no offerer. */
function isEmpty(order: Fields): boolean {
  return address(order.offerer) === zeroAddress && address(order.zone) === zeroAddress &&
    list(order.offer).length === 0 && list(order.consideration).length === 0 &&
    ["orderType", "startTime", "endTime", "zoneHash", "salt", "conduitKey", "counter"].every((
      name,
    ) => isZero(order[name]));
}

/** Formats an item; its amount can change between two values while the order is open. */
function asset(item: Fields, choose: (start: bigint, end: bigint) => bigint): AssetView {
  const amount = choose(whole(item.startAmount), whole(item.endAmount));
  const id = whole(item.identifierOrCriteria);
  const contract = item.token as `0x${string}`;
  switch (whole(item.itemType)) {
    case 0n:
      return { kind: "native", address: null, amount };
    case 1n:
      address(contract);
      return { kind: "token", address: contract, amount };
    case 2n:
    case 3n:
      address(contract);
      return { kind: "item", address: contract, amount, id };
    case 4n:
    case 5n:
      address(contract);
      return { kind: "any_item", address: contract, amount };
    default:
      throw new Odd("no item of Seaport");
  }
}
