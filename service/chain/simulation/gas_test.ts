import { assertEquals, assertLess } from "@std/assert";
import { hexToBytes } from "viem";
import { stubSignature } from "../../../core/account/signature.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Bundler } from "../node/bundler.ts";
import { overhead } from "../../../scripts/stack/bundler/overhead.ts";
import type { Chain } from "../chain.ts";
import { type Estimation, withGas } from "./gas.ts";

const address = `0x${"aa".repeat(20)}` as const;
const operation: OperationJson = {
  sender: address,
  nonce: "0x1",
  callData: "0x1234",
  callGasLimit: "0x0",
  verificationGasLimit: "0x0",
  preVerificationGas: "0x0",
  maxFeePerGas: "0x1",
  maxPriorityFeePerGas: "0x1",
};
const METERED = 200_000n;

/** Fakes a chain whose bundler counts the bytes it receives. */
const chain = {
  bundler: {
    estimate: (given) =>
      Promise.resolve({
        callGasLimit: 1n,
        verificationGasLimit: METERED,
        preVerificationGas: overhead(given, METERED),
        paymasterVerificationGasLimit: 0n,
        paymasterPostOpGasLimit: 0n,
      }),
  } satisfies Partial<Bundler>,
} as unknown as Chain;
const estimation = (creation: Estimation["creation"]): Estimation => ({
  chain,
  state: {
    deployed: false,
    implementation: null,
    ownerHead: null,
    balance: 0n,
    sequences: new Map(),
    sponsorDeposit: 0n,
    sponsorMaxCost: 0n,
    block: { number: 1, hash: "0x", timestamp: 1, baseFee: 1n },
    tip: 1n,
    tips: { accepted: 1n, least: 0n },
  },
  creation,
  stubSignature: stubSignature(0n),
  signatureGas: 0n,
});

Deno.test("gas: creation bytes carried by another operation are not paid for", async () => {
  const figure = async (creation: Estimation["creation"]) =>
    Number((await withGas(estimation(creation), operation)).operation.preVerificationGas);
  const factoryData = `0x${"ff".repeat(5_000)}` as const;
  const [without, with_] = [await figure({}), await figure({ factory: address, factoryData })];
  const signed = { ...operation, signature: stubSignature(0n) };
  assertEquals(hexToBytes(factoryData).length, 5_000);
  // Covers the sent operation with almost no margin.
  assertEquals(with_ >= Number(overhead(signed, METERED)), true);
  assertLess(with_ - without, 5_000);
});
