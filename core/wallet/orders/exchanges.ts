/** The exchanges whose orders are known: how their data looks, and how it is read. @module */
import type { AssetView, OrderView } from "../explanation.ts";
import { address, coin, type Fields, larger, list, nobody, Odd, smaller, whole } from "./fields.ts";
import { uniswapX } from "./uniswapx.ts";

/** An order that was handed over. */
export interface Given {
  /** The signed message. */
  readonly message: Fields;
  /** The account that signs, in lower case. */
  readonly account: string;
  /** The chain. */
  readonly chainId: number;
}

/** A kind of orders. */
export interface Exchange {
  /** Its name. */
  readonly protocol: string;
  /** Primary type. */
  readonly primaryType: string;
  /** The type as EIP-712 encodes it; another one is not this exchange's. */
  readonly type: string;
  /** Name and version of its domain. */
  readonly domain: { readonly name: string; readonly version?: string };
  /** Contracts that the domain may name, in lower case. */
  readonly contracts: readonly string[];
  /** Chains on which the contracts are. */
  readonly chainIds: readonly number[];
  /** Reads it; `null` if it is not the account's own order after all. */
  read(given: Given): Omit<OrderView, "protocol"> | null;
}

/**
 * Seaport: what is offered, against what is considered for the account itself.
 *
 * @see https://github.com/ProjectOpenSea/seaport (docs/SeaportDocumentation.md, deployments)
 */
const seaport: readonly Exchange[] = [
  ["1.5", "0x00000000000000adc04c56bf30ac9d3c0aaf14dc"],
  ["1.6", "0x0000000000000068f116a894984e2db1123eb395"],
].map(([version, contract]) => ({
  protocol: `Seaport ${version}`,
  primaryType: "OrderComponents",
  type: "OrderComponents(address offerer,address zone,OfferItem[] offer," +
    "ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime," +
    "bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)" +
    "ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria," +
    "uint256 startAmount,uint256 endAmount,address recipient)" +
    "OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria," +
    "uint256 startAmount,uint256 endAmount)",
  domain: { name: "Seaport", version: version! },
  contracts: [contract!],
  chainIds: [1, 10, 137, 8453, 42161, 11155111],
  read({ message, account }) {
    if (address(message.offerer) !== account) return null;
    return {
      gives: list(message.offer).map((item) => asset(item, larger)),
      gets: list(message.consideration).filter(({ recipient }) => address(recipient) === account)
        .map((item) => asset(item, smaller)),
      until: whole(message.endTime),
    };
  },
}));

/** An item of Seaport; its amount can move between two while the order stands. */
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

/**
 * CoW Protocol.
 *
 * @see https://docs.cow.fi/cow-protocol/reference/core/signing-schemes
 */
const cow: Exchange = {
  protocol: "CoW Protocol",
  primaryType: "Order",
  type: "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount," +
    "uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind," +
    "bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)",
  domain: { name: "Gnosis Protocol", version: "v2" },
  contracts: ["0x9008d19f58aabd9ed0d60971565aa8510560ab41"],
  chainIds: [1, 100, 8453, 42161, 11155111],
  read({ message, account }) {
    const receiver = address(message.receiver);
    const own = receiver === nobody || receiver === account;
    return {
      gives: [coin(message.sellToken, whole(message.sellAmount) + whole(message.feeAmount))],
      gets: own ? [coin(message.buyToken, whole(message.buyAmount))] : [],
      until: whole(message.validTo),
    };
  },
};

/** Orders of 0x between a maker and a taker. */
function zeroEx(primaryType: string, fields: string): Exchange {
  return {
    protocol: "0x",
    primaryType,
    type: `${primaryType}(${fields})`,
    domain: { name: "ZeroEx", version: "1.0.0" },
    contracts: ["0xdef1c0ded9bec7f1a1670819833240f027b25eff"],
    chainIds: [1, 137, 8453, 42161],
    read({ message, account }) {
      if (address(message.maker) !== account) return null;
      return {
        gives: [coin(message.makerToken, whole(message.makerAmount))],
        gets: [coin(message.takerToken, whole(message.takerAmount))],
        until: whole(message.expiry),
      };
    },
  };
}

/** Says that others work out the amounts, with data that is not signed in the open. */
const HAS_EXTENSION = 1n << 249n;

/**
 * 1inch, limit orders of the fourth version.
 *
 * @see https://github.com/1inch/limit-order-protocol (contracts/libraries/MakerTraitsLib.sol)
 */
const oneInch: Exchange = {
  protocol: "1inch",
  primaryType: "Order",
  type: "Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset," +
    "uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)",
  domain: { name: "1inch Aggregation Router", version: "6" },
  contracts: ["0x111111125421ca6dc452d289314280a0f8842a65"],
  chainIds: [1, 10, 137, 8453, 42161],
  read({ message, account }) {
    if (address(message.maker) !== account) return null;
    const traits = whole(message.makerTraits);
    const receiver = address(message.receiver);
    const own = receiver === nobody || receiver === account;
    const expiry = (traits >> 80n) & 0xffffffffffn;
    return {
      gives: [coin(message.makerAsset, whole(message.makingAmount))],
      gets: (traits & HAS_EXTENSION) !== 0n
        ? null
        : own
        ? [coin(message.takerAsset, whole(message.takingAmount))]
        : [],
      until: expiry === 0n ? null : expiry,
    };
  },
};

/** All of them. */
export const exchanges: readonly Exchange[] = [
  ...seaport,
  cow,
  /** @see https://docs.0xprotocol.org/en/latest/basics/orders.html */
  zeroEx(
    "LimitOrder",
    "address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount," +
      "uint128 takerTokenFeeAmount,address maker,address taker,address sender," +
      "address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt",
  ),
  zeroEx(
    "RfqOrder",
    "address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount," +
      "address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt",
  ),
  oneInch,
  ...uniswapX,
];
