/** Stories of explained calls, and of routers and multicalls with the steps inside. @module */
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import type { CallView, DialogRequest } from "../../core/dialog/types.ts";
import { warningsOf } from "../../core/reading/decode.ts";
import { bob, own, send, usdc } from "./fixtures.ts";
import {
  appCall,
  explained,
  permit2Approval,
  supply,
  swap as unreadSwap,
} from "./signing_fixtures.ts";
import type { Story } from "./story.ts";

const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const router = "0x6fF5693b99212Da76ad316178A184AB56D299b43";
const weth = "0x4200000000000000000000000000000000000006";
const caller = "0x0000000000000000000000000000000000000001";
const itself = "0x0000000000000000000000000000000000000002";
const token = usdc.address!;

const erc20 = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
]);
const transfer = encodeFunctionData({
  abi: erc20,
  args: [bob, 20_000_000n],
  functionName: "transfer",
});
const approve = encodeFunctionData({
  abi: erc20,
  args: [bob, 2n ** 256n - 1n],
  functionName: "approve",
});
const input = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values);

/** Ether for a token: wrap, swap over two pools, a share for another address, the rest returned. */
const swap = explained(
  { to: router, value: 10n ** 17n },
  "execute(bytes commands,bytes[] inputs,uint256 deadline)",
  ["0x0b008604", [
    input("address, uint256", [itself, 10n ** 17n]),
    input("address, uint256, uint256, bytes, bool", [
      itself,
      2n ** 255n,
      245_000_000n,
      concat([weth, "0x0001f4", bob, "0x000bb8", token]),
      false,
    ]),
    input("address, address, uint256", [token, bob, 25n]),
    input("address, address, uint256", [token, caller, 244_000_000n]),
  ], 1_793_577_600n],
);

const nobody = `0x${"00".repeat(20)}`;
/** Ether for a token in Uniswap v4, in a pool with a hook that sets its fee. */
const swapInV4 = explained(
  { to: router, value: 10n ** 17n },
  "execute(bytes commands,bytes[] inputs,uint256 deadline)",
  ["0x10", [
    input("bytes, bytes[]", ["0x060c0f", [
      input("((address, address, uint24, int24, address), bool, uint128, uint128, bytes)", [
        [[nobody, token, 0x800000, 10, bob], true, 10n ** 17n, 244_000_000n, "0x"],
      ]),
      input("address, uint256", [nobody, 10n ** 17n]),
      input("address, uint256", [token, 244_000_000n]),
    ]]),
  ], 1_793_577_600n],
);

const aggregate = "aggregate3((address target,bool allowFailure,bytes callData)[] calls)";
/** Multicall whose steps are not made by the account; one of them is a danger. */
const multicall = explained({ to: multicall3 }, aggregate, [[
  [token, false, transfer],
  [token, true, approve],
  [bob, false, "0xdeadbeef"],
]]);
/** More steps than are listed at first, with the danger among the others. */
const long = explained({ to: multicall3 }, aggregate, [
  Array.from({ length: 300 }, (_, index) => [token, false, index === 20 ? approve : transfer]),
]);
/** Unknown contract, explained by its function's usual meaning. */
const unknown = explained({ to: bob }, "multicall(bytes[] data)", [[transfer, "0x12345678"]]);

const story = (call: CallView): Story => ({
  request: (): DialogRequest =>
    send({ fee: own, calls: [call], warnings: warningsOf([call]), changes: [] }),
});

/** Step stories by name. */
export const stepStories: Readonly<Record<string, Story>> = {
  "send-steps-swap": story(swap),
  "send-steps-v4": story(swapInV4),
  "send-steps-multicall": story(multicall),
  "send-steps-long": story(long),
  "send-steps-all": { ...story(long), press: ["sdk-show-steps"] },
  "send-steps-convention": story(unknown),
  "send-explained": { request: () => send({ calls: [supply], changes: [], fee: own }) },
  "send-explained-batch": {
    request: () =>
      send({
        calls: [permit2Approval, { ...unreadSwap, index: 1 }, { ...supply, index: 2 }],
        changes: [],
        warnings: [
          { code: "unlimited_approval", level: "danger", call: 0, detail: bob },
          { code: "partly_read", level: "info", call: 1 },
        ],
      }),
  },
  "send-partly": {
    request: () =>
      send({
        calls: [unreadSwap],
        changes: [],
        warnings: [{ code: "partly_read", level: "info", call: 0 }],
      }),
  },
  "send-app-words": {
    request: () =>
      send({
        calls: [appCall],
        changes: [],
        warnings: [{ code: "unknown_function", level: "info", call: 0 }],
      }),
  },
};
