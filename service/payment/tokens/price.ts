/** Provides prices of fee tokens: set by the operator, or read from onchain feeds. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseUnits,
} from "viem";
import type { PriceConfig } from "../../chain/config.ts";
import type { Node } from "../../chain/node/node.ts";

/** Source of a token's price. */
export interface PriceSource {
  /**
   * Returns units of the token per 10^18 wei, before any markup.
   *
   * @param now Unix seconds, by the later of our clock and the chain's
   * @throws {PriceError} if there is no trusted price now
   */
  tokenPerNative(now: number): Promise<bigint>;
}

/** Reports that there is no trusted price now. */
export class PriceError extends Error {
  override readonly name = "PriceError";
}

const feedAbi = parseAbi([
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

/** Creates the configured source for a token with these decimals. */
export function priceSource(
  node: Pick<Node, "request">,
  config: PriceConfig,
  decimals: number,
): PriceSource {
  if (config.kind === "fixed") {
    const price = parseUnits(config.tokenPerNative, decimals);
    return {
      tokenPerNative: () =>
        price > 0n
          ? Promise.resolve(price)
          : Promise.reject(new PriceError("The fixed price is below the token's smallest unit.")),
    };
  }
  const { native, token, maxAge } = config;
  return {
    async tokenPerNative(now) {
      const [left, right] = await Promise.all([
        readFeed(node, native, { now, maxAge }),
        token === undefined ? ONE : readFeed(node, token, { now, maxAge }),
      ]);
      // native/currency ÷ token/currency, in the token's units; rounded up, like all costs.
      const above = left.answer * 10n ** BigInt(decimals + right.decimals);
      const below = right.answer * 10n ** BigInt(left.decimals);
      return (above + below - 1n) / below;
    },
  };
}

/** Answer of a feed. */
interface Reading {
  readonly answer: bigint;
  readonly decimals: number;
}

/** Reading for a token that counts as the feed's currency. */
const ONE: Reading = { answer: 1n, decimals: 0 };

async function readFeed(
  node: Pick<Node, "request">,
  feed: Address,
  { now, maxAge }: { readonly now: number; readonly maxAge: number },
): Promise<Reading> {
  const call = async (functionName: "decimals" | "latestRoundData") =>
    await node.request<Hex>("eth_call", [{
      to: feed,
      data: encodeFunctionData({ abi: feedAbi, functionName }),
    }, "latest"]);
  let decimals: number;
  let round: readonly [bigint, bigint, bigint, bigint, bigint];
  try {
    const [first, second] = await Promise.all([call("decimals"), call("latestRoundData")]);
    decimals = decodeFunctionResult({ abi: feedAbi, functionName: "decimals", data: first });
    round = decodeFunctionResult({ abi: feedAbi, functionName: "latestRoundData", data: second });
  } catch (cause) {
    throw new PriceError(`The price feed ${feed} does not answer.`, { cause });
  }
  const [, answer, , updatedAt] = round;
  if (answer <= 0n) throw new PriceError(`The price feed ${feed} has no price.`);
  if (updatedAt === 0n || BigInt(now) - updatedAt > BigInt(maxAge)) {
    throw new PriceError(`The price feed ${feed} is too old.`);
  }
  return { answer, decimals };
}
