/** A session key signs calls for others to submit: the permission contract checks their limits. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { BaseError, createPublicClient, decodeErrorResult, type Hex, isHex } from "viem";
import { sender } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { type Call, permissionErrors } from "../../../core/permission/mod.ts";
import { redeemTransaction } from "../../../core/execution_permissions.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { memoryKeyStore, openSessionKey } from "../../../core/session_key/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { openPage } from "../../conformance/wallet.ts";
import { receiptOf } from "../support/receipts.ts";
import { startTestStack } from "../support/start.ts";
import { balanceOf, transferData } from "../support/tokens.ts";

const game: Hex = `0x${"d5".repeat(20)}`;

Deno.test("session key: its signatures for others keep the limits", async () => {
  await using stack = await startTestStack();
  await using page = openPage(stack);
  const [account] = await page.provider.request({ method: "eth_requestAccounts" });
  const [{ address: token }] = stack.tokens;
  await stack.mint(token, account!, 100n);
  const key = await openSessionKey({
    apiKey: stack.apiKey,
    serverUrl: stack.serverUrl,
    chainId: stack.chainId,
    paymaster: { url: `${stack.serverUrl}/v1/paymaster/${stack.chainId}` },
    store: memoryKeyStore(),
  });
  const granted = await page.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      expiry: Math.floor(Date.now() / 1000) + 3_600,
      spender: key.address,
      permissions: { spends: [{ token, allowance: "10", unit: "forever" }] },
    }],
  });
  const pay = (amount: bigint): Call => ({
    to: token,
    value: 0n,
    data: transferData(game, amount),
  });
  const client = await sender({ rpcUrl: stack.rpcUrl, account: deployerKey });
  const validUntil = 2 ** 48 - 1;
  const early = await assertRejects(
    () => key.signRedemption(granted, [pay(1n)], { validUntil }),
    AcctError,
  );
  assertEquals([early.data.cause, early.data.field], ["invalid_params", "granted.spender"]);

  const { id } = await key.send(granted, [pay(1n)]);
  await until("the first use landed", async () => (await key.status(id)).status === 200);
  const chain = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const submit = (transaction: ReturnType<typeof redeemTransaction>, from = client.account) =>
    chain.call({ ...transaction, account: from }).then(() => "taken", () => "refused");
  const signed = await key.signRedemption(granted, [pay(4n)], {
    validUntil,
    redeemers: [client.account.address],
  });
  const transaction = redeemTransaction([signed]);
  assertEquals(await submit(transaction), "taken");
  const other = { ...client.account, address: game };
  assertEquals(await submit(transaction, other), "refused", "of another redeemer");
  const changed = { ...signed, execution: signed.execution.replace(/.$/, "5") as Hex };
  assertEquals(await submit(redeemTransaction([changed])), "refused", "of other calls");
  const hash = await stack.node.request<Hex>("eth_sendTransaction", [{
    from: client.account.address,
    to: transaction.to,
    data: transaction.data,
  }]);
  await receiptOf(stack.node, hash);
  assertEquals(await balanceOf(stack, token, game), 5n);
  assertEquals(await submit(transaction), "refused", "a second time");
  const more = await key.signRedemption(granted, [pay(6n)], { validUntil });
  assertEquals(await submit(redeemTransaction([more])), "refused", "above the limit");
  const above = await assertRejects(
    () => chain.estimateGas({ ...redeemTransaction([more]), account: client.account }),
    BaseError,
  );
  const found = above.walk((each) => isHex((each as { data?: unknown }).data));
  const { data } = found as unknown as { data: Hex };
  const { errorName, args } = decodeErrorResult({ abi: permissionErrors, data });
  assertEquals([errorName, args], ["AllowanceExceeded", [0n, 6n, 5n]]);
  const rest = await key.signRedemption(granted, [pay(5n)], { validUntil });
  assertEquals(await submit(redeemTransaction([rest])), "taken");

  const theirs = await openSessionKey({
    apiKey: stack.apiKey,
    serverUrl: stack.serverUrl,
    chainId: stack.chainId,
    store: memoryKeyStore(),
  });
  const foreign = await assertRejects(
    () => theirs.signRedemption(granted, [pay(1n)], { validUntil }),
    AcctError,
  );
  assertEquals(foreign.data.field, "granted.spender");
  assert(theirs.address !== key.address);
});
