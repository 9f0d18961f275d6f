import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { createBundlerClient } from "viem/account-abstraction";
import { stubSignature } from "../../../core/account/signature.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson, OperationJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { toOperation } from "../../../service/entry_point/codec.ts";
import {
  prepare,
  rpc,
  send,
  sendCalls,
  settled,
  sign,
  type User,
  user,
} from "../support/client.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

Deno.test("bundler", async (t) => {
  await using stack = await startStack();
  const path = `/v1/rpc/${stack.chainId}`;
  const submit = (operation: OperationJson, entryPoint: string = ENTRY_POINT) =>
    rpc<Hex>(stack, "eth_sendUserOperation", [operation, entryPoint], { path });
  const paid = async (who: User) => {
    await stack.fund(who.account.address, 10n ** 18n);
    return (await prepare(stack, who, [ping], { payFromAccount: true })).operation;
  };

  await t.step("viem's bundler client estimates, sends and waits", async () => {
    const who = user(200);
    const operation = await paid(who);
    const client = createBundlerClient({
      transport: patientHttp(stack.serverUrl + path, {
        fetchOptions: { headers: { [API_KEY_HEADER]: stack.apiKey } },
      }),
      pollingInterval: 20,
    });
    assertEquals(await client.getChainId(), stack.chainId);
    assertEquals(await client.getSupportedEntryPoints(), [ENTRY_POINT]);
    const { callGasLimit: _c, verificationGasLimit: _v, preVerificationGas: _p, ...rest } =
      toOperation({ ...operation, signature: stubSignature(0n) });
    const gas = await client.estimateUserOperationGas(
      {
        ...rest,
        entryPointAddress: ENTRY_POINT,
      } as Parameters<typeof client.estimateUserOperationGas>[0],
    );
    assertEquals(gas.callGasLimit > 0n && gas.verificationGasLimit > 0n, true);
    const hash = await client.sendUserOperation(
      {
        ...toOperation(await sign(stack, who, operation)),
        entryPointAddress: ENTRY_POINT,
      } as Parameters<typeof client.sendUserOperation>[0],
    );
    const receipt = await client.waitForUserOperationReceipt({ hash });
    assertEquals([receipt.success, receipt.sender], [true, who.account.address]);
    assertEquals(receipt.actualGasCost > 0n, true);
    const found = await client.getUserOperation({ hash });
    assertEquals(found.transactionHash, receipt.receipt.transactionHash);
  });

  await t.step("refusals carry ERC-7769's codes and the EntryPoint's", async () => {
    const who = user(201);
    const operation = await paid(who);
    const good = await sign(stack, who, operation);
    const resign = (changes: Partial<OperationJson>) =>
      sign(stack, who, { ...operation, ...changes });
    const sponsored = (await prepare(stack, who, [ping])).operation;
    const expired = {
      ...sponsored,
      paymasterData: sponsored.paymasterData!.slice(0, 14) + "000000000001" +
        sponsored.paymasterData!.slice(26),
    } as OperationJson;
    const poor = await prepare(stack, user(202), [ping], { payFromAccount: true });
    const cases: [string, OperationJson, number, string][] = [
      ["signed by another", await sign(stack, user(203), operation), -32507, "AA24"],
      ["a later nonce", await resign({ nonce: "0x5" }), -32500, "AA25"],
      ["no money", await sign(stack, user(202), poor.operation), -32500, "AA21"],
      [
        "too little for validation",
        await resign({ verificationGasLimit: "0x30000" }),
        -32500,
        "AA",
      ],
      ["no signature", operation, -32602, "signature"],
      ["too little before", await resign({ preVerificationGas: "0x5208" }), -32602, "preVerif"],
      ["too much gas", await resign({ callGasLimit: "0x1000001" }), -32602, "exceed"],
      ["a sponsor's stub", await sign(stack, who, expired), -32507, "AA34"],
      [
        "a missing field",
        { ...good, nonce: undefined } as unknown as OperationJson,
        -32602,
        "nonce",
      ],
      [
        "a factory that is none",
        await resign({ factory: "0x00000000000000000000000000000000000000ee", factoryData: "0x" }),
        -32500,
        "AA1",
      ],
    ];
    for (const [name, bad, code, text] of cases) {
      const { error } = await submit(bad);
      assertEquals(
        [error?.code, error?.message.includes(text)],
        [code, true],
        `${name}: ${error?.message}`,
      );
    }
    const old = await submit(good, "0x0000000071727De22E5E9d8BAf0edAc6f37da032");
    assertEquals(old.error?.code, -32602);
    assertEquals((await submit(good)).error, undefined);
    await stack.bundler.idle();
    const { error } = await submit(
      await sign(stack, who, { ...operation, callGasLimit: "0x10000" }),
    );
    assertEquals([error?.code, error?.message.includes("AA10")], [-32500, true]);
  });

  await t.step("reverting calls are reported by the estimate", async () => {
    const who = user(204);
    const operation = await paid(who);
    const data = encodeFunctionData({
      abi: parseAbi(["function transfer(address,uint256)"]),
      functionName: "transfer",
      args: [who.account.address, 1n],
    });
    const reverting = await prepare(
      stack,
      who,
      [{ to: stack.tokens[0].address, value: "0x0", data }],
      { payFromAccount: true },
    );
    const asked = { ...operation, callData: reverting.operation.callData };
    const { error } = await rpc(
      stack,
      "eth_estimateUserOperationGas",
      [{ ...asked, signature: stubSignature(0n) }, ENTRY_POINT],
      { path },
    );
    assertEquals(error?.code, -32521);
  });

  await t.step("operations that share a transaction keep their logs apart", async () => {
    const [token] = stack.tokens;
    const people = Array.from({ length: 6 }, (_, n) => user(210 + n));
    const abi = parseAbi(["function transfer(address,uint256)"]);
    const signed = await Promise.all(people.map(async (who, n) => {
      await stack.mint(token.address, who.account.address, 100n);
      const args = ["0x00000000000000000000000000000000000000bb", BigInt(n + 1)] as const;
      const data = encodeFunctionData({ abi, functionName: "transfer", args });
      const { operation } = await prepare(stack, who, [{ to: token.address, value: "0x0", data }]);
      return await sign(stack, who, operation);
    }));
    const sent = await Promise.all(
      signed.map((operation, n) => send(stack, people[n]!, operation)),
    );
    const done = await Promise.all(sent.map(({ result }) => settled(stack, result!.id)));
    const transactions = new Set(done.map(({ receipts }) => receipts![0]!.transactionHash));
    assertEquals(transactions.size < people.length, true, "no bundle was shared");
    for (const [n, { receipts }] of done.entries()) {
      assertEquals(receipts![0]!.logs.map((log) => BigInt(log.data)), [BigInt(n + 1)]);
    }
  });

  await t.step("it is paid back for every shape of operation", async () => {
    const shapes: CallJson[][] = [
      [{ ...ping, data: `0x${"ab".repeat(5_000)}` }],
      [{ ...ping, data: `0x${"00".repeat(5_000)}` }],
      [{ ...ping, data: `0x${"ab".repeat(30_000)}` }],
      Array.from({ length: 60 }, () => ({ ...ping, data: "0x1234" as const })),
    ];
    for (const [n, calls] of shapes.entries()) {
      const who = user(220 + n);
      // The second time there is no deployment, and calldata costs most.
      for (let round = 0; round < 2; round++) {
        const done = await settled(stack, await sendCalls(stack, who, calls));
        const [receipt] = done.receipts!;
        const { gasUsed } = await stack.node.request<{ gasUsed: Hex }>(
          "eth_getTransactionReceipt",
          [receipt!.transactionHash],
        );
        const charged = BigInt(receipt!.gasUsed);
        assertEquals(charged >= BigInt(gasUsed), true, `shape ${n}: ${charged} of ${gasUsed}`);
      }
    }
  });
});
