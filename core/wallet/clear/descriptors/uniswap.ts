/** Uniswap's routers. @module */
import {
  $schema,
  amount,
  type Descriptor,
  type FieldFormat,
  hidden,
  moment,
  on,
  party,
  sent,
} from "../descriptor.ts";

const first = "path.[0]";
const last = "path.[-1]";
const end: readonly FieldFormat[] = [party("to", "To"), moment("deadline", "Deadline")];

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
      "swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)":
        {
          intent: "Swap",
          fields: [
            amount("amountIn", "Amount given", first),
            amount("amountOutMin", "Received at least", last),
            ...hidden("path"),
            ...end,
          ],
        },
      "swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)":
        {
          intent: "Swap",
          fields: [
            amount("amountInMax", "Given at most", first),
            amount("amountOut", "Amount received", last),
            ...hidden("path"),
            ...end,
          ],
        },
      "swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)": {
        intent: "Swap",
        fields: [
          sent("Amount given"),
          amount("amountOutMin", "Received at least", last),
          ...hidden("path"),
          ...end,
        ],
      },
      "swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)": {
        intent: "Swap",
        fields: [
          sent("Given at most"),
          amount("amountOut", "Amount received", last),
          ...hidden("path"),
          ...end,
        ],
      },
      "swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)":
        {
          intent: "Swap",
          fields: [
            amount("amountIn", "Amount given", first),
            { path: "amountOutMin", label: "Received at least", format: "amount" },
            ...hidden("path"),
            ...end,
          ],
        },
      "swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)":
        {
          intent: "Swap",
          fields: [
            amount("amountInMax", "Given at most", first),
            { path: "amountOut", label: "Amount received", format: "amount" },
            ...hidden("path"),
            ...end,
          ],
        },
    },
  },
};

const fee: FieldFormat = {
  path: "params.fee",
  label: "Pool fee",
  format: "unit",
  params: { base: "%", decimals: 4 },
};
const recipient = party("params.recipient", "To");

/**
 * V3's second router, which swaps in V2 as well.
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
        {
          intent: "Swap",
          fields: [
            amount("params.amountIn", "Amount given", "params.tokenIn"),
            amount("params.amountOutMinimum", "Received at least", "params.tokenOut"),
            recipient,
            fee,
            ...hidden("params.tokenIn", "params.tokenOut", "params.sqrtPriceLimitX96"),
          ],
        },
      "exactOutputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)":
        {
          intent: "Swap",
          fields: [
            amount("params.amountInMaximum", "Given at most", "params.tokenIn"),
            amount("params.amountOut", "Amount received", "params.tokenOut"),
            recipient,
            fee,
            ...hidden("params.tokenIn", "params.tokenOut", "params.sqrtPriceLimitX96"),
          ],
        },
      "exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)":
        {
          intent: "Swap",
          fields: [
            amount("params.amountIn", "Amount given", "params.path.[0:20]"),
            amount("params.amountOutMinimum", "Received at least", "params.path.[-20:]"),
            recipient,
            ...hidden("params.path"),
          ],
        },
      "exactOutput((bytes path,address recipient,uint256 amountOut,uint256 amountInMaximum) params)":
        {
          intent: "Swap",
          fields: [
            // Written from its end to its beginning.
            amount("params.amountInMaximum", "Given at most", "params.path.[-20:]"),
            amount("params.amountOut", "Amount received", "params.path.[0:20]"),
            recipient,
            ...hidden("params.path"),
          ],
        },
      "multicall(uint256 deadline,bytes[] data)": {
        intent: "Several steps",
        fields: [
          moment("deadline", "Deadline"),
          {
            path: "data.[]",
            label: "Step",
            format: "calldata",
            params: { calleePath: "@.to" },
          },
        ],
      },
    },
  },
};

const commands: readonly FieldFormat[] = [
  sent("Amount sent along"),
  { path: "commands", label: "Commands", format: "raw" },
  { path: "inputs.[]", label: "Step", format: "calldata", params: { calleePath: "@.to" } },
];

/**
 * The router of commands. What the commands do is not read: that is said.
 *
 * @see https://docs.uniswap.org/contracts/v4/deployments
 * @see https://github.com/Uniswap/universal-router (deploy-addresses)
 */
export const universalRouter: Descriptor = {
  $schema,
  context: {
    $id: "Uniswap Universal Router",
    contract: {
      deployments: [
        ...on("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD", 1),
        ...on("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", 1),
        ...on("0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507", 10),
        ...on("0x1095692A6237d83C6a72F3F5eFEdb9A670C49223", 137),
        ...on("0x6fF5693b99212Da76ad316178A184AB56D299b43", 8453),
        ...on("0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3", 42161),
      ],
    },
  },
  metadata: { owner: "Uniswap", contractName: "Uniswap Universal Router" },
  display: {
    formats: {
      "execute(bytes commands,bytes[] inputs,uint256 deadline)": {
        intent: "Swap or other steps",
        fields: [...commands, moment("deadline", "Deadline")],
      },
      "execute(bytes commands,bytes[] inputs)": {
        intent: "Swap or other steps",
        fields: commands,
      },
    },
  },
};
