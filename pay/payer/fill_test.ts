/**
 * Finds the unreserved part of the key's balance: only the chain, not the server, proves a
 * collection.
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  createClient,
  custom,
  decodeAbiParameters,
  decodeFunctionData,
  deploylessCallViaBytecodeBytecode,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { permissionId } from "../../core/permission/permission.ts";
import { units } from "../../core/permission/limits/period.ts";
import { PaymentError } from "../record/error.ts";
import { transactionsFor } from "./fill.ts";
import { signPayment } from "./sign.ts";
import { memoryJournal, type PaymentRecord } from "../record/journal.ts";
import { choose } from "./choose.ts";
import { toBase64Json } from "../protocols/encoding.ts";
import { readX402 } from "../protocols/x402.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const payTo: Hex = `0x${"cc".repeat(20)}`;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const terms = {
  account: payTo,
  spender: key.address,
  start: 0,
  end: 1,
  watched: [],
};
const granted = {
  ...terms,
  salt: zeroHash,
  calls: [],
  spends: [{ token, allowance: "10", unit: "day" as const }],
  permissionId: permissionId({
    ...terms,
    salt: 0n,
    calls: [],
    spends: [{ token, allowance: 10n, unit: units.indexOf("day"), multiplier: 1 }],
  }, base.id),
  chainId: "0x2105" as const,
  // Only signed: its remaining amount is not read.
  signature: "0x01" as const,
};
const limits = [{ token, perRequest: 10n }];
const accepts = [{
  scheme: "exact",
  network: "eip155:8453",
  amount: "10",
  asset: token,
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: "Cash", version: "1" },
}];
const header = toBase64Json({ x402Version: 2, accepts });
const demand = choose(readX402(new Headers({ "payment-required": header }), undefined)!, {
  granted,
  limits,
  transfers: ["eip3009"],
  protocols: ["x402"],
});

/** A payment that its server reported as collected, in a transaction. */
const told: PaymentRecord = {
  id: "a",
  request: "a",
  at: 0,
  method: "GET",
  url: "https://a.test/",
  host: "a.test",
  protocol: "x402",
  transfer: "eip3009",
  chainId: base.id,
  key: key.address,
  token,
  amount: "10",
  payTo,
  nonce: zeroHash,
  validUntil: 600,
  header: null,
  transactions: [],
  filled: true,
  status: "paid",
  transaction: zeroHash,
};

/** Returns the calls within one deployless multicall. */
function callsOf(data: Hex): readonly { readonly callData: Hex }[] {
  const encoded: Hex = `0x${data.slice(deploylessCallViaBytecodeBytecode.length)}`;
  const [, inner] = decodeAbiParameters([{ type: "bytes" }, { type: "bytes" }], encoded);
  const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data: inner });
  if (functionName !== "aggregate3") throw new Error(functionName);
  return args[0];
}

Deno.test("fill: an amount that a server claims to have collected is free only once the chain confirms", async () => {
  let isUsed = false;
  const asked: string[] = [];
  const transport = custom({
    request: ({ method, params }: { method: string; params: [{ data: Hex }] }) => {
      if (method !== "eth_call") return Promise.reject(new Error("It would be filled."));
      const calls = callsOf(params[0].data);
      asked.push(...calls.map(({ callData }) => callData.slice(0, 10)));
      const result = calls.map(({ callData }) => ({
        success: true,
        returnData: numberToHex(callData.startsWith("0x70a08231") ? 10 : Number(isUsed), {
          size: 32,
        }),
      }));
      return Promise.resolve(
        encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result }),
      );
    },
  }, { retryCount: 0 });
  const options = {
    granted,
    key,
    client: createClient({ chain: base, transport }),
    chain: base,
    limits,
    journal: memoryJournal(),
    now: () => 0,
    timeout: 0,
    interval: 0,
  };
  const collected = new Set<string>();
  // The ten units of the key are reserved for the other server.
  await assertRejects(() => transactionsFor(options, [told], demand, collected), PaymentError);
  assertEquals(asked.length, 2);

  isUsed = true;
  assertEquals(await transactionsFor(options, [told], demand, collected), []);
  assertEquals(asked.length, 4);
  assertEquals(await transactionsFor(options, [told], demand, collected), []);
  assertEquals(asked.length, 5, "what was collected is not asked for again");
});

Deno.test("fill: a token without EIP-3009 is reported before the signature", async () => {
  const answers: Readonly<Record<string, number | undefined>> = { "0x70a08231": 10 };
  let isAnyCall = true;
  const transport = custom({
    request: ({ method, params }: { method: string; params: [{ data: Hex }] }) => {
      if (method !== "eth_call") return Promise.reject(new Error("It would be filled."));
      const { data } = params[0];
      // The token's own functions, called separately.
      if (!data.startsWith(deploylessCallViaBytecodeBytecode)) return Promise.resolve("0x");
      const result = callsOf(data).map(({ callData }) => {
        const answer = isAnyCall ? answers[callData.slice(0, 10)] : undefined;
        return answer === undefined
          ? { success: isAnyCall, returnData: "0x" as const }
          : { success: true, returnData: numberToHex(answer, { size: 32 }) };
      });
      return Promise.resolve(
        encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result }),
      );
    },
  }, { retryCount: 0 });
  const client = createClient({ chain: base, transport });
  const options = {
    granted,
    key,
    client,
    chain: base,
    limits,
    journal: memoryJournal(),
    now: () => 0,
    timeout: 0,
    interval: 0,
  };
  const thrown = async (work: () => Promise<unknown>) => {
    const { reason, field, message } = await assertRejects(work, PaymentError) as PaymentError;
    return [reason, field, /does not answer (\w+)/.exec(message)?.[1]];
  };
  const fill = () => transactionsFor(options, [], demand, new Set());
  const asset = "accepts[0].asset";
  assertEquals(await thrown(fill), ["unacceptable", asset, "authorizationState"]);
  const { domain: _, ...unnamed } = demand;
  assertEquals(
    await thrown(() => signPayment(unnamed as typeof demand, { client, key, granted, now: 0 })),
    ["unacceptable", asset, "name"],
  );
  isAnyCall = false;
  assertEquals(await thrown(fill), ["unacceptable", asset, "balanceOf"]);
});

Deno.test("fill: a failing node is not mistaken for a failing token", async () => {
  const transport = custom({ request: () => Promise.reject(new Error("the node is down")) }, {
    retryCount: 0,
  });
  const client = createClient({ chain: base, transport });
  const options = {
    granted,
    key,
    client,
    chain: base,
    limits,
    journal: memoryJournal(),
    now: () => 0,
    timeout: 0,
    interval: 0,
  };
  const error = await assertRejects(() => transactionsFor(options, [], demand, new Set()));
  assertEquals(error instanceof PaymentError, false);
});
