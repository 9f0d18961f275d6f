import { assertEquals, assertLess, assertMatch, assertNotEquals } from "@std/assert";
import { type Address, createPublicClient, defineChain, type Hex, http, numberToHex } from "viem";
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint08Abi,
  getUserOperationHash,
  toSmartAccount,
} from "viem/account-abstraction";
import { createPasskey, wrapSignature } from "../../../contracts/testing/passkey.ts";
import { encodeCalls } from "../../../core/account/calls.ts";
import { creationOf } from "../../../core/account/owners/creation.ts";
import { stubSignature } from "../../../core/account/signature.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson, OperationJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { handleOpsData } from "../../../scripts/stack/bundler/check.ts";
import { readDeposit } from "../../../service/payment/sponsor/deposit.ts";
import {
  foreignDraft,
  prepare,
  rpc,
  send,
  settled,
  sign,
  type User,
  user,
} from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { transferData } from "../support/tokens.ts";

const GWEI = 1_000_000_000n;
/** Base fees in wei, from a rollup's to a busy mainnet's. */
const baseFees = [GWEI / 100n, GWEI / 10n, GWEI, 20n * GWEI] as const;
const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

/** The fields that cost the sponsor money, and a value of each that no client needs. */
const inflated = {
  maxFeePerGas: 500n * GWEI,
  maxPriorityFeePerGas: 30n * GWEI,
  preVerificationGas: 450_000n,
  callGasLimit: 2_000_000n,
  verificationGasLimit: 3_000_000n,
  paymasterVerificationGasLimit: 400_000n,
  paymasterPostOpGasLimit: 1_000_000n,
} as const;
type Field = keyof typeof inflated;
const fields = Object.keys(inflated) as Field[];

Deno.test("sponsor bounds", async (t) => {
  await using stack = await startStack();
  const path = `/v1/paymaster/${stack.chainId}`;
  const chain = stack.service.context.chains.get(stack.chainId)!;
  const [token] = stack.tokens;
  const [thief] = await stack.node.request<Address[]>("eth_accounts");

  let baseFee: bigint = 20n * GWEI;
  /** Keeps the base fee: on an empty chain it falls until only a tip is paid. */
  const steady = async () => {
    await stack.node.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]);
  };
  const steadyNow = async () => {
    await steady();
    await stack.node.request("evm_mine");
  };
  /** The operation of any ERC-7677 client before it requests the paymaster's data. */
  const draftOf = async (who: User, calls: readonly CallJson[] = [ping]) => {
    await steadyNow();
    const operation = await foreignDraft(stack, who, calls);
    return {
      ...operation,
      paymasterVerificationGasLimit: numberToHex(60_000),
      paymasterPostOpGasLimit: "0x0",
    } as const satisfies OperationJson;
  };
  const ask = (operation: Partial<OperationJson>) =>
    rpc<{ paymaster: Address; paymasterData: Hex }>(
      stack,
      "pm_getPaymasterData",
      [operation, ENTRY_POINT, numberToHex(stack.chainId), {}],
      { path },
    );
  const promised = async ({ account }: User) =>
    (await stack.service.store.selectFrom("sponsorships").selectAll()
      .where("sender", "=", account.address.toLowerCase()).where("state", "=", "signed")
      .execute()).length;
  const boundOf = async (draft: OperationJson, field: Field) => {
    const { error } = await ask({ ...draft, [field]: numberToHex(inflated[field]) });
    return BigInt(/at most (\d+)/.exec(error?.message ?? "")?.[1] ?? -1);
  };

  await t.step("no field is signed far above the service's own figure", async () => {
    const who = user(900);
    const draft = await draftOf(who);
    for (const field of fields) {
      const { error } = await ask({ ...draft, [field]: numberToHex(inflated[field]) });
      assertEquals([error?.data?.cause, error?.data?.field], [
        "sponsor_failed",
        `params[0].${field}`,
      ]);
      assertMatch(error!.message, new RegExp(`${inflated[field]}.*at most \\d+`), field);
      assertEquals(await promised(who), 0, field);
    }
    const { result, error } = await ask(draft);
    assertEquals(error, undefined);
    assertEquals(result?.paymaster, stack.addresses.sponsor);
  });

  await t.step("up to its bound each field is signed, and the cost counts", async () => {
    const who = user(901);
    const draft = await draftOf(who);
    for (const field of fields) {
      // The bytes of a figure are part of the estimate, so the bound moves a little with it.
      const bound = await boundOf(draft, field);
      const above = await ask({ ...draft, [field]: numberToHex(bound + 100n) });
      assertEquals(above.error?.data?.field, `params[0].${field}`);
      const below = await ask({ ...draft, [field]: numberToHex(bound - 100n) });
      assertEquals(below.error, undefined, field);
    }
    assertEquals(await promised(who), 1);
  });

  /** Has an operation signed with every field at its bound, and bundles it; resolves with wei. */
  const steal = async (who: User) => {
    const draft = await draftOf(who);
    const bounds = await Promise.all(
      fields.map(async (field) => {
        // The bytes of the other figures are part of this one's estimate.
        const slack = field === "preVerificationGas" ? 100n : 0n;
        return [field, numberToHex(await boundOf(draft, field) - slack)] as const;
      }),
    );
    await steadyNow();
    const greedy: OperationJson = { ...draft, ...Object.fromEntries(bounds) };
    const { result, error } = await ask(greedy);
    assertEquals(error, undefined);
    const data = handleOpsData([await sign(stack, who, { ...greedy, ...result })], thief!);
    const look = async () =>
      [
        await readDeposit(chain, stack.addresses.sponsor),
        BigInt(await stack.node.request<Hex>("eth_getBalance", [thief!, "latest"])),
      ] as const;
    const [deposit, wealth] = await look();
    await steady();
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [{
      from: thief,
      to: ENTRY_POINT,
      data,
      gas: numberToHex(8_000_000),
      maxFeePerGas: numberToHex(2n * baseFee),
      maxPriorityFeePerGas: "0x0",
    }]);
    const receipt = await receiptOf<{ status: Hex; effectiveGasPrice: Hex }>(stack.node, hash);
    assertEquals([receipt.status, BigInt(receipt.effectiveGasPrice)], ["0x1", baseFee]);
    const after = await look();
    return { lost: deposit - after[0], gained: after[1] - wealth };
  };

  await t.step("a thief who bundles himself gains little of the sponsor's cost", async () => {
    for (const [index, each] of baseFees.entries()) {
      baseFee = each;
      const who = user(910 + index);
      for (const account of ["new", "deployed"]) {
        const { lost, gained } = await steal(who);
        assertLess(gained * 100n, lost * 25n, `${each}, ${account}: ${gained} of ${lost}`);
      }
    }
    baseFee = 20n * GWEI;
  });

  await t.step("a client's suggested fee is signed while the base fee sinks", async () => {
    for (const [index, each] of baseFees.entries()) {
      baseFee = each;
      const draft = await draftOf(user(920 + index));
      // viem doubles the fee that it reads, and requests some blocks later.
      const tip = numberToHex(2n * BigInt(draft.maxPriorityFeePerGas));
      baseFee = each * 7n / 10n;
      await steadyNow();
      const { error } = await ask({ ...draft, maxPriorityFeePerGas: tip });
      assertEquals(error, undefined, `${each}`);
      // The service's own figures, as an app's server forwards them.
      baseFee = each;
      await steadyNow();
      const { operation } = await prepare(stack, user(930 + index), [ping]);
      baseFee = each * 7n / 10n;
      await steadyNow();
      const { paymaster: _paymaster, paymasterData: _data, ...unpaid } = operation;
      const own = await ask(unpaid);
      assertEquals(own.error, undefined, `${each}, prepared`);
    }
    baseFee = 20n * GWEI;
  });

  await t.step("bytes of a signature that is never sent raise no bound", async () => {
    const draft = await draftOf(user(903));
    const plain = await boundOf(draft, "preVerificationGas");
    const stuffed = { ...draft, signature: `0x${"ff".repeat(16_000)}` as Hex };
    assertEquals(await boundOf(stuffed, "preVerificationGas"), plain);
  });

  await t.step("an operation that fails in the simulation is not paid for", async () => {
    const who = user(904);
    const draft = await draftOf(who);
    const failing = encodeCalls([{
      to: token.address,
      value: 0n,
      data: transferData(thief!, 1n),
    }]);
    const { error } = await ask({ ...draft, callData: failing });
    assertEquals(error?.data?.cause, "sponsor_failed");
    assertMatch(error!.message, /would fail/);
    const { factoryData } = creationOf(user(905).account, []);
    const foreign = await ask({ ...draft, factoryData });
    assertNotEquals(foreign.error, undefined);
    assertEquals(await promised(who), 0);
  });

  await t.step("stub data is no signature, for any request", async () => {
    const draft = await draftOf(user(906));
    const stub = (operation: OperationJson) =>
      rpc<{ paymaster: Address; paymasterData: Hex }>(
        stack,
        "pm_getPaymasterStubData",
        [operation, ENTRY_POINT, "0x7a69", {}],
        { path },
      );
    const greedy = Object.fromEntries(
      fields.map((field) => [field, numberToHex(inflated[field])]),
    );
    const answer = await stub(draft);
    assertEquals((await stub({ ...draft, ...greedy })).result, answer.result);
    const { paymaster, paymasterData } = answer.result!;
    const signed = await sign(stack, user(906), { ...draft, paymaster, paymasterData });
    const sent = await send(stack, user(906), signed);
    assertEquals(sent.error?.data?.cause, "sponsor_failed");
  });

  await t.step("viem's bundler and paymaster clients work with their defaults", async () => {
    const passkey = createPasskey(907);
    const { account: json } = user(907);
    const headers = { [API_KEY_HEADER]: stack.apiKey };
    const transport = http(`${stack.serverUrl}/v1/rpc/${stack.chainId}`, {
      fetchOptions: { headers },
    });
    const client = createPublicClient({
      transport,
      chain: defineChain({
        id: stack.chainId,
        name: "Local",
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: { default: { http: [] } },
      }),
    });
    const account = await toSmartAccount({
      client,
      entryPoint: { abi: entryPoint08Abi, address: ENTRY_POINT, version: "0.8" },
      getAddress: () => Promise.resolve(json.address),
      getFactoryArgs: () => Promise.resolve(creationOf(json, [])),
      encodeCalls: (calls) =>
        Promise.resolve(
          encodeCalls(calls.map(({ to, value = 0n, data = "0x" }) => ({ to, value, data }))),
        ),
      getStubSignature: () => Promise.resolve(stubSignature(0n)),
      signMessage: () => Promise.reject(new Error("not used")),
      signTypedData: () => Promise.reject(new Error("not used")),
      async signUserOperation(operation) {
        const hash = getUserOperationHash({
          chainId: stack.chainId,
          entryPointAddress: ENTRY_POINT,
          entryPointVersion: "0.8",
          userOperation: { ...operation, sender: json.address },
        });
        return wrapSignature(0, await passkey.sign(hash));
      },
    });
    const bundler = createBundlerClient({
      account,
      client,
      transport,
      pollingInterval: 50,
      paymaster: createPaymasterClient({
        transport: http(`${stack.serverUrl}${path}`, { fetchOptions: { headers } }),
      }),
    });
    for (let n = 0; n < 2; n++) {
      const hash = await bundler.sendUserOperation({ calls: [{ to: ping.to }] });
      const { success, paymaster } = await bundler.waitForUserOperationReceipt({ hash });
      assertEquals([success, paymaster], [true, stack.addresses.sponsor]);
    }
  });

  await t.step("a prepared operation is within the same bounds", async () => {
    const who = user(908);
    await steadyNow();
    const { operation, sponsor } = await prepare(stack, who, [ping]);
    assertNotEquals(sponsor, null);
    assertEquals((await ask(operation)).error, undefined);
    const { result } = await send(stack, who, await sign(stack, who, operation));
    assertEquals((await settled(stack, result!.id)).status, 200);
  });
});
