/**
 * Parses UniswapX orders: a permit of Permit2 whose witness is the order. Only the reactor checks the
 * witness: with any other spender this is not an order, only a permit.
 *
 * @see https://docs.uniswap.org/contracts/uniswapx/deployment
 * @see https://github.com/Uniswap/UniswapX (deployments.md, src/lib, src/reactors)
 * @module
 */
import type { Exchange, Given } from "./exchange.ts";
import type { OrderView } from "../../dialog/explanation.ts";
import { address, coin, type Fields, list, smaller, struct, whole } from "./fields.ts";

const permitted = "TokenPermissions(address token,uint256 amount)";
const info = "OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline," +
  "address additionalValidationContract,bytes additionalValidationData)";
const dutchOutput =
  "DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)";

/** A kind of order, and the reactors that settle it. */
interface Kind {
  /** Type of the witness, and all types of the permit in EIP-712's order. */
  readonly witness: string;
  readonly types: readonly string[];
  /** Reactors by chain, in lowercase. */
  readonly reactors: Readonly<Record<number, string>>;
  /** Returns the spent token. */
  input(order: Fields): unknown;
  /** Returns the minimum outputs, by recipient. */
  outputs(order: Fields): readonly { token: unknown; amount: bigint; recipient: unknown }[];
}

const falling = (outputs: unknown) =>
  list(outputs).map(({ token, startAmount, endAmount, recipient }) => ({
    token,
    amount: smaller(whole(startAmount), whole(endAmount)),
    recipient,
  }));

const kinds: readonly Kind[] = [
  {
    witness: "ExclusiveDutchOrder",
    types: [
      dutchOutput,
      "ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime," +
      "address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken," +
      "uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)",
      info,
      permitted,
    ],
    reactors: { 1: "0x6000da47483062a0d734ba3dc7576ce6a0b645c4" },
    input: ({ inputToken }) => inputToken,
    outputs: ({ outputs }) => falling(outputs),
  },
  {
    witness: "V2DutchOrder",
    types: [
      dutchOutput,
      info,
      permitted,
      "V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken," +
      "uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)",
    ],
    reactors: {
      1: "0x00000011f84b9aa48e5f8aa8b9897600006289be",
      42161: "0x1bd1aadc9e230626c44a139d7e70d842749351eb",
    },
    input: ({ baseInputToken }) => baseInputToken,
    outputs: ({ baseOutputs }) => falling(baseOutputs),
  },
  {
    witness: "PriorityOrder",
    types: [
      info,
      "PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)",
      "PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock," +
      "uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)",
      "PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei," +
      "address recipient)",
      permitted,
    ],
    reactors: { 8453: "0x000000001ec5656dcdb24d90dfa42742738de729" },
    input: ({ input }) => struct(input).token,
    outputs: ({ outputs }) =>
      list(outputs).map(({ token, amount, recipient }) => ({
        token,
        amount: whole(amount),
        recipient,
      })),
  },
  {
    witness: "V3DutchOrder",
    types: [
      "NonlinearDutchDecay(uint256 relativeBlocks,int256[] relativeAmounts)",
      info,
      permitted,
      "V3DutchInput(address token,uint256 startAmount,NonlinearDutchDecay curve," +
      "uint256 maxAmount,uint256 adjustmentPerGweiBaseFee)",
      "V3DutchOrder(OrderInfo info,address cosigner,uint256 startingBaseFee," +
      "V3DutchInput baseInput,V3DutchOutput[] baseOutputs)",
      "V3DutchOutput(address token,uint256 startAmount,NonlinearDutchDecay curve," +
      "address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee)",
    ],
    reactors: {
      1: "0x0000000015757c461808ea25eb309638b62681cf",
      10: "0x000000000923439a92dae8930613568824108631",
      137: "0x00000000bab6e234db8ad638b6a6395b7c499bc4",
      8453: "0x000000008a8330b5d1f43a62bf4c673a49f27ba0",
      42161: "0xb274d5f4b833b61b340b654d600a864fb604a87c",
    },
    input: ({ baseInput }) => struct(baseInput).token,
    // The reactor enforces this minimum, regardless of the curve and the gas costs.
    outputs: ({ baseOutputs }) =>
      list(baseOutputs).map(({ token, minAmount, recipient }) => ({
        token,
        amount: whole(minAmount),
        recipient,
      })),
  },
];

export const uniswapX: readonly Exchange[] = kinds.map((kind) => ({
  protocol: "UniswapX",
  primaryType: "PermitWitnessTransferFrom",
  type: "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce," +
    `uint256 deadline,${kind.witness} witness)${kind.types.join("")}`,
  domain: { name: "Permit2" },
  contracts: ["0x000000000022d473030f116ddee9f6b43ac78ba3"],
  chainIds: Object.keys(kind.reactors).map(Number),
  read: (given) => read(kind, given),
}));

function read(
  kind: Kind,
  { message, account, chainId }: Given,
): Omit<OrderView, "protocol"> | null {
  const order = struct(message.witness);
  const { reactor, swapper } = struct(order.info);
  const { token, amount } = struct(message.permitted);
  const spender = address(message.spender);
  const isSettled = spender === kind.reactors[chainId] && address(reactor) === spender;
  const isOwn = address(swapper) === account && address(kind.input(order)) === address(token);
  if (!isSettled || !isOwn) return null;
  return {
    // Permit2 enforces this maximum, regardless of the order.
    gives: [coin(token, whole(amount))],
    gets: kind.outputs(order).filter(({ recipient }) => address(recipient) === account)
      .map(({ token, amount }) => coin(token, amount)),
    until: whole(message.deadline),
  };
}
