/**
 * A node and bundler of one chain that answers correctly, or with the same value to everything.
 *
 * @module
 */
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from "viem";
import { contracts, ENTRY_POINT, MULTICALL } from "../../core/chain/contracts.ts";
import { listen } from "../../scripts/stack/listen.ts";

/** Answer in place of the node's own: a result, or an error. */
export type Garbage = { readonly result: unknown } | { readonly error: unknown };

/** Malformed answers, by name. */
export const garbage: Readonly<Record<string, Garbage>> = {
  "missing trie node": { error: { code: -32000, message: "missing trie node" } },
  "internal error": { error: { code: -32603, message: "Internal error" } },
  "an error that is a text": { error: "boom" },
  null: { result: null },
  "no bytes": { result: "0x" },
  "a text": { result: "hello" },
  "an object": { result: {} },
  "a list": { result: ["0x"] },
  true: { result: true },
  "a number": { result: 12 },
  "half a byte": { result: "0x123" },
  "100 kB": { result: `0x${"ff".repeat(100_000)}` },
  "32 bytes of ff": { result: `0x${"ff".repeat(32)}` },
  "32 bytes of 0": { result: `0x${"00".repeat(32)}` },
};

/** Number of the newest block. */
const HEAD = 5;
/** Balance of each account in wei. */
export const BALANCE = 10n ** 18n;
const ZERO: Hex = `0x${"00".repeat(32)}`;
const ONE: Hex = `0x${"00".repeat(31)}01`;

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Methods of a healthy node; it has no others. */
const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_blockNumber: () => numberToHex(HEAD),
  eth_getBalance: () => numberToHex(BALANCE),
  eth_maxPriorityFeePerGas: () => "0x1",
  eth_getStorageAt: () => ZERO,
  eth_getCode: ([address]) => deployed.has(String(address).toLowerCase()) ? "0x01" : "0x",
  eth_getLogs: () => [],
  eth_getTransactionReceipt: () => null,
  eth_getBlockByNumber: ([block]) => blockAt(block === "latest" ? HEAD : Number(block)),
  eth_call: ([call]) => {
    const { to, data } = call as { readonly to?: Hex; readonly data: Hex };
    // Code that is created for the call alone: no contract answers it.
    if (to === undefined) return "0x00";
    if (BigInt(to) === 256n) return ONE;
    if (to !== MULTICALL) return "0x";
    const { args: [calls] } = decodeFunctionData({ abi: multicall3Abi, data });
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      result: (calls as readonly { readonly target: Hex }[]).map(({ target }) => ({
        success: true,
        // Multicall's own function returns balances of the native currency.
        returnData: target === MULTICALL ? numberToHex(BALANCE, { size: 32 }) : ZERO,
      })),
    });
  },
  eth_estimateUserOperationGas: () => ({
    verificationGasLimit: "0x186a0",
    callGasLimit: "0x186a0",
    preVerificationGas: "0xc350",
  }),
};

/** Contracts that every chain has; no account has code. */
const deployed: ReadonlySet<string> = new Set(
  [...Object.values(contracts), ENTRY_POINT, MULTICALL].map((each) => each.toLowerCase()),
);

function blockAt(number: number): unknown {
  if (number > HEAD) return null;
  const hashOf = (block: number) => numberToHex(block + 1, { size: 32 });
  return {
    number: numberToHex(number),
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: numberToHex(Math.floor(Date.now() / 1000)),
    baseFeePerGas: "0x7",
    transactions: [],
  };
}

/** Starts the endpoint of a chain. */
export function startGarbageNode(chainId: number) {
  const state = { garbage: null as Garbage | null };
  const answer = ({ id, method, params }: Request) => {
    if (state.garbage !== null) return { jsonrpc: "2.0", id, ...state.garbage };
    if (method === "eth_chainId") return { jsonrpc: "2.0", id, result: numberToHex(chainId) };
    const known = Object.hasOwn(answers, method) ? answers[method]! : null;
    return known === null
      ? { jsonrpc: "2.0", id, error: { code: -32601, message: "method not found" } }
      : { jsonrpc: "2.0", id, result: known(params) };
  };
  const server = listen(0, async (request) => {
    const body = await request.json() as Request | Request[];
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body));
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Answers with this from now on; with `null` it is healthy. */
    answerWith: (next: Garbage | null) => void (state.garbage = next),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
