import { assertEquals } from "@std/assert";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { foreignDraft, rpc, send, settled, sign, user } from "../support/client.ts";

const ping = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" } as const;

Deno.test("landed quotes: a used nonce is not signed, and counts nothing", async () => {
  await using stack = await startStack();
  const { store } = stack.service;
  const who = user(71);
  await stack.fund(who.account.address, 10n ** 18n);
  // Paid by the account: the ledger does not know it.
  const operation = await foreignDraft(stack, who, [ping]);
  const { result } = await send(stack, who, await sign(stack, who, operation));
  assertEquals((await settled(stack, result!.id)).status, 200);
  const ask = (nonce: OperationJson["nonce"]) => {
    const { factory: _factory, factoryData: _data, ...there } = operation;
    // Without the deployment it needs less.
    const asked = { ...there, nonce, verificationGasLimit: "0x1d4c0" };
    const params = [asked, ENTRY_POINT, `0x${stack.chainId.toString(16)}`, {}];
    return rpc(stack, "pm_getPaymasterData", params, { path: `/v1/paymaster/${stack.chainId}` });
  };
  const used = async () => {
    const counters = await store.selectFrom("counters").select("used")
      .where("kind", "=", "operations").execute();
    return counters.reduce((sum, each) => sum + Number(each.used), 0);
  };
  assertEquals((await ask(operation.nonce)).error?.data?.cause, "quote_changed");
  assertEquals(await used(), 0);
  // The next one can land, and counts once for any number of requests.
  assertEquals((await ask("0x1")).error, undefined);
  assertEquals((await ask("0x1")).error, undefined);
  assertEquals(await used(), 1);
  assertEquals((await ask(operation.nonce)).error?.data?.cause, "quote_changed");
  assertEquals(await used(), 1);
});
