/** Lists the exchanges whose orders are recognized, and parses their orders. @module */
import { address, coin, whole, zeroAddress } from "./fields.ts";
import type { Exchange } from "./exchange.ts";
import { seaport } from "./seaport.ts";
import { uniswapX } from "./uniswapx.ts";

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
    const own = receiver === zeroAddress || receiver === account;
    return {
      gives: [coin(message.sellToken, whole(message.sellAmount) + whole(message.feeAmount))],
      gets: own ? [coin(message.buyToken, whole(message.buyAmount))] : [],
      until: whole(message.validTo),
    };
  },
};

/** Defines an order of 0x between a maker and a taker. */
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

/** Flag of orders with an extension that computes their amounts from data that is only hashed. */
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
    const own = receiver === zeroAddress || receiver === account;
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
