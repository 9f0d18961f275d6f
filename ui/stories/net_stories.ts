/** Stories of batches: spent and received assets, in one sentence. @module */
import { encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { tokenAbi } from "../../core/chain/abi.ts";
import { decodeCalls, warningsOf } from "../../core/reading/decode.ts";
import type { SendCallsPreview, TokenView } from "../../core/dialog/types.ts";
import type { DialogRequest } from "../../core/dialog/types.ts";
import { alice, bob, eth, ether, mint, nativeSend, own, send, usdc } from "./fixtures.ts";
import { supply } from "./signing_fixtures.ts";
import type { Story } from "./story.ts";

const mdw: TokenView = {
  address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  symbol: "MDW",
  decimals: 18,
};
const router: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const known = [{ ...usdc, name: "USD Coin", listed: true as const }];

const token = (functionName: "approve" | "transfer", to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [to.toLowerCase() as Hex, amount] });
const item = (to: Hex, id: bigint): Hex =>
  encodeFunctionData({
    abi: parseAbi(["function safeTransferFrom(address from, address to, uint256 id)"]),
    args: [alice.toLowerCase() as Hex, to.toLowerCase() as Hex, id],
  });

/** Creates a batch that is decoded like in the wallet. */
function batch(
  made: readonly { to?: Hex; value?: bigint; data: Hex }[],
  preview: Partial<SendCallsPreview> = {},
): DialogRequest {
  const calls = decodeCalls(
    made.map((call) => ({ to: usdc.address!, value: 0n, ...call })),
    eth,
    known,
  );
  return send({ calls, warnings: warningsOf(calls, { account: alice }), changes: [], ...preview });
}

const swap = { to: router, data: "0x7f2a5c11" } as const;

/** Stories of batches by name. */
export const netStories: Readonly<Record<string, Story>> = {
  "batch-swap": {
    request: () =>
      batch([{ data: token("approve", router, 5_000_000n) }, swap], {
        fee: own,
        changes: [
          { token: usdc, delta: -5_000_000n },
          { token: mdw, delta: 12_300_000_000_000_000_000n },
        ],
        bounds: {
          most: [{ token: eth, amount: 0n }, { token: usdc, amount: 5_050_000n }],
          unbounded: [],
        },
      }),
  },
  "batch-swap-unlimited": {
    request: () =>
      batch([{ data: token("approve", router, maxUint256) }, swap], {
        changes: [
          { token: usdc, delta: -5_000_000n },
          { token: mdw, delta: 12_300_000_000_000_000_000n },
        ],
        bounds: {
          most: [{ token: eth, amount: 0n }, { token: usdc, amount: 5_050_000n }],
          unbounded: [],
        },
      }),
  },
  "batch-deposit": {
    request: () =>
      send({
        calls: [
          ...decodeCalls(
            [{ to: usdc.address!, value: 0n, data: token("approve", supply.to, 250_000_000n) }],
            eth,
            known,
          ),
          { ...supply, index: 1 },
        ],
        changes: [
          { token: usdc, delta: -250_000_000n },
          { token: { ...usdc, address: bob, symbol: "aBasUSDC" }, delta: 250_000_000n },
        ],
      }),
  },
  "batch-transfer-approve": {
    request: () =>
      batch([
        { data: token("transfer", bob, 3_000_000n) },
        { data: token("approve", router, 20_000_000n) },
      ], { changes: [{ token: usdc, delta: -3_000_000n }] }),
  },
  "batch-two-ways": {
    request: () =>
      batch([
        { to: mint.to, data: mint.data },
        { data: token("transfer", bob, 20_000_000n) },
      ], { changes: [{ token: usdc, delta: 80_000_000n }] }),
  },
  "batch-fake-gain": {
    request: () =>
      batch([
        { to: bob, value: 99n * ether, data: "0x4e71d92d" },
        { data: token("approve", router, 0n) },
      ], {
        changes: [{ token: { ...usdc, address: bob, unlisted: true }, delta: 5_000_000_000n }],
        items: [{ token: { ...mdw, symbol: "LAND", address: router }, id: 812n, delta: 1n }],
      }),
  },
  "batch-items": {
    request: () =>
      batch([
        { to: router, data: item(bob, 812n) },
        { to: router, data: item(bob, 813n) },
        { ...nativeSend, to: bob, data: "0x" },
      ], { changes: [{ token: eth, delta: -nativeSend.value }] }),
  },
  "batch-slow": {
    request: () =>
      batch([{ data: token("approve", router, 5_000_000n) }, swap], {
        status: "loading",
        changes: null,
        fee: null,
        bounds: null,
      }),
  },
};
