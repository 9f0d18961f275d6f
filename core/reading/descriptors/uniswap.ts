/** Describes Uniswap's routers. @module */
import {
  $schema,
  amount,
  type Descriptor,
  type FieldFormat,
  type FunctionFormat,
  hidden,
  moment,
  on,
  ownSteps,
  party,
  partyOf,
  sent,
} from "../descriptor/descriptor.ts";
import { limitless } from "./tokens.ts";

/** Paths to the spent and the received token in a list of tokens. */
const first = "path.[0]";
const last = "path.[-1]";
const end: readonly FieldFormat[] = [
  ...hidden("path"),
  party("to", "To"),
  moment("deadline", "Deadline"),
];

/** Formats a swap: spent amount, received amount, other fields. */
function swap(
  given: FieldFormat,
  got: FieldFormat,
  ...rest: readonly FieldFormat[]
): FunctionFormat {
  return { intent: "Swap", fields: [given, got, ...rest] };
}

/** Completes a function of V2's router from its first arguments. */
function v2(begin: string): string {
  return `${begin},address[] path,address to,uint256 deadline)`;
}

/**
 * V2's router.
 *
 * @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
 */
export const v2Router: Descriptor = {
  $schema,
  context: {
    $id: "Uniswap V2 Router02",
    contract: {
      deployments: [
        ...on("0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", 1),
        ...on("0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2", 10),
        ...on("0xedf6066a2b290C185783862C7F4776A2C8077AD1", 137),
        ...on("0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", 8453, 42161),
      ],
    },
  },
  metadata: { owner: "Uniswap", contractName: "Uniswap V2 Router" },
  display: {
    formats: {
      [v2("swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin")]: swap(
        amount("amountIn", "Amount given", first),
        amount("amountOutMin", "Received at least", last),
        ...end,
      ),
      [v2("swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax")]: swap(
        amount("amountInMax", "Given at most", first),
        amount("amountOut", "Amount received", last),
        ...end,
      ),
      [v2("swapExactETHForTokens(uint256 amountOutMin")]: swap(
        sent("Amount given"),
        amount("amountOutMin", "Received at least", last),
        ...end,
      ),
      [v2("swapETHForExactTokens(uint256 amountOut")]: swap(
        sent("Given at most"),
        amount("amountOut", "Amount received", last),
        ...end,
      ),
      [v2("swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin")]: swap(
        amount("amountIn", "Amount given", first),
        { path: "amountOutMin", label: "Received at least", format: "amount" },
        ...end,
      ),
      [v2("swapTokensForExactETH(uint256 amountOut,uint256 amountInMax")]: swap(
        amount("amountInMax", "Given at most", first),
        { path: "amountOut", label: "Amount received", format: "amount" },
        ...end,
      ),
    },
  },
};

const fee: FieldFormat = {
  path: "params.fee",
  label: "Pool fee",
  format: "unit",
  params: { base: "%", decimals: 4 },
};
/** Placeholder addresses of the caller and of the router. */
const stand = {
  senderAddress: ["0x0000000000000000000000000000000000000001"],
  selfAddress: ["0x0000000000000000000000000000000000000002"],
} as const;
const to = partyOf("to", "To", stand);
const recipient = partyOf("params.recipient", "To", stand);
const single = hidden("params.tokenIn", "params.tokenOut", "params.sqrtPriceLimitX96");
/** An amount of 0 means the router's whole balance, from an earlier step. */
const held = { exactly: { "0": "All that the router holds" } } as const;
const pools: FieldFormat = { path: "params.path", label: "Pool fee", format: "pools" };
const signature = hidden("deadline", "v", "r", "s");
const least: FieldFormat = {
  path: "amountMinimum",
  label: "Received at least",
  format: "amount",
};
const swept = amount("amountMinimum", "Received at least", "token");

/**
 * V3's second router, which also swaps in V2.
 *
 * @see https://docs.uniswap.org/contracts/v3/reference/deployments/
 */
export const swapRouter02: Descriptor = {
  $schema,
  context: {
    $id: "Uniswap SwapRouter02",
    contract: {
      deployments: [
        ...on("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", 1, 10, 137, 42161),
        ...on("0x2626664c2603336E57B271c5C0b26F421741e481", 8453),
      ],
    },
  },
  metadata: { owner: "Uniswap", contractName: "Uniswap V3 Router" },
  display: {
    formats: {
      "exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)":
        swap(
          amount("params.amountIn", "Amount given", "params.tokenIn", held),
          amount("params.amountOutMinimum", "Received at least", "params.tokenOut"),
          recipient,
          fee,
          ...single,
        ),
      "exactOutputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)":
        swap(
          amount("params.amountInMaximum", "Given at most", "params.tokenIn"),
          amount("params.amountOut", "Amount received", "params.tokenOut"),
          recipient,
          fee,
          ...single,
        ),
      "exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)":
        swap(
          amount("params.amountIn", "Amount given", "params.path.[0:20]", held),
          amount("params.amountOutMinimum", "Received at least", "params.path.[-20:]"),
          recipient,
          pools,
        ),
      "exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)":
        swap(
          // The path is reversed: it starts with the received token.
          amount("params.amountInMaximum", "Given at most", "params.path.[-20:]"),
          amount("params.amountOut", "Amount received", "params.path.[0:20]"),
          recipient,
          { ...pools, params: { reversed: true } },
        ),
      "swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)":
        swap(
          amount("amountIn", "Amount given", first, held),
          amount("amountOutMin", "Received at least", last),
          to,
          ...hidden("path"),
        ),
      "swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)":
        swap(
          amount("amountInMax", "Given at most", first),
          amount("amountOut", "Amount received", last),
          to,
          ...hidden("path"),
        ),
      "multicall(bytes[] data)": { intent: "Several steps", fields: [ownSteps("data.[]")] },
      "multicall(uint256 deadline,bytes[] data)": {
        intent: "Several steps",
        fields: [moment("deadline", "Deadline"), ownSteps("data.[]")],
      },
      "multicall(bytes32 previousBlockhash,bytes[] data)": {
        intent: "Several steps",
        fields: [ownSteps("data.[]"), ...hidden("previousBlockhash")],
      },
      "wrapETH(uint256 value)": {
        intent: "Wrap what the router holds",
        fields: [{ path: "value", label: "Amount", format: "amount" }],
      },
      "unwrapWETH9(uint256 amountMinimum)": {
        intent: "Unwrap what the router holds",
        fields: [least, { path: "@.from", label: "To", format: "addressName" }],
      },
      "unwrapWETH9(uint256 amountMinimum,address recipient)": {
        intent: "Unwrap what the router holds",
        fields: [least, party("recipient", "To")],
      },
      "sweepToken(address token,uint256 amountMinimum)": {
        intent: "Pay out what the router holds",
        fields: [swept, { path: "@.from", label: "To", format: "addressName" }, ...hidden("token")],
      },
      "sweepToken(address token,uint256 amountMinimum,address recipient)": {
        intent: "Pay out what the router holds",
        fields: [swept, party("recipient", "To"), ...hidden("token")],
      },
      "refundETH()": {
        intent: "Pay out what the router holds",
        fields: [{ path: "@.from", label: "To", format: "addressName" }],
      },
      "pull(address token,uint256 value)": {
        intent: "Hand tokens to the router",
        fields: [amount("value", "Amount", "token"), ...hidden("token")],
      },
      "selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)": {
        intent: "Use a signed allowance",
        fields: [
          amount("value", "Amount", "token", { threshold: limitless }),
          ...hidden("token"),
          ...signature,
        ],
      },
    },
  },
};
