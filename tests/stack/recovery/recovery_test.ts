/**
 * A recovery address on two networks: it changes nothing within the delay, and a full owner stops
 * it with one prompt. Without a stop it replaces the owners, without any service.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { addressOwner, storedWord } from "../../../core/account/owners/key.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { ChangeOwnersPreview, DialogRequest, UIHandler } from "../../../core/dialog/types.ts";
import { whenSettled } from "../../../core/testing/local_wallet.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { call, rpc } from "../support/client.ts";
import { DELAY, heir, recoverer, recoveryScene } from "./recovery_scene.ts";

Deno.test("recovery: shown on its network, and stopped everywhere by one prompt", async () => {
  await using at = await recoveryScene();
  const { page, first, second } = at;
  const { head, words } = await first.state();
  assertEquals(words[1], storedWord({ kind: "recovery", owner: addressOwner(recoverer.address) }));
  const recovery = at.toHeir(head);
  const signature = await at.sign(recovery);
  await first.start(recovery, signature);
  const view = await page.provider.request({ method: "acct_getOwners" });
  assertEquals(view.owners.map(({ kind }) => kind), ["passkey", "recovery"]);
  const [here, there] = view.chains;
  assertEquals([here!.state, here!.recovering.map(({ index }) => index)], ["done", [1]]);
  assertEquals([there!.state, there!.recovering], ["done", []]);
  // There is no change before its time.
  assertEquals((await first.state()).head, head);
  await first.pass(DELAY - 60);
  await assertRejects(() => first.finish(recovery), Error, "NotReady");
  // The same signature does not start it again.
  await assertRejects(() => first.start(recovery, signature), Error, "AlreadyStarted");

  const prompts = page.ceremony.prompts.length;
  const after = await page.provider.request({
    method: "acct_removeOwner",
    params: [{ owner: view.owners[1]!.owner }],
  });
  assertEquals(page.ceremony.prompts.slice(prompts), ["get"]);
  assertEquals(after.chains.map(({ state }) => state), ["done", "done"]);
  assertEquals(after.chains.flatMap(({ recovering }) => recovering), []);
  await first.pass(DELAY);
  await assertRejects(() => first.finish(recovery), Error);
  // Nor can it start on the network on which it was not started.
  await assertRejects(() => second.start(recovery, signature), Error, "WrongHead");
  assertEquals((await first.state()).head, (await second.state()).head);
});

Deno.test("recovery: finished on one network without the service, which submits it to the other", async () => {
  await using at = await recoveryScene();
  const { stack, page, account, first, second } = at;
  const { head } = await first.state();
  const recovery = at.toHeir(head);
  const signature = await at.sign(recovery);
  // Before it has waited on a chain, the service does not store it.
  const put = () =>
    rpc<OwnersResult>(stack, "acct_putOwnerChange", [{
      account,
      change: { ...recovery, signature },
    }]);
  assertEquals((await put()).error?.data?.field, "params[0].change.from");
  await first.start(recovery, signature);
  assertEquals((await put()).error?.data?.field, "params[0].change.from");
  await first.pass(DELAY);
  await first.finish(recovery);
  const recovered = await first.state();
  assertEquals(recovered.words[2], heir);

  // For the wallet that lost the account by the recovery, that network is lost until the service
  // has more data.
  const states = async () =>
    (await page.provider.request({ method: "acct_getOwners" })).chains.map(({ state }) => state);
  assertEquals(await states(), ["lost", "done"]);
  assertEquals((await put()).result?.changes.length, 2);
  await until("it is started on the other network", async () => {
    const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    return chains[1]!.pending.length === 1;
  });
  assertEquals(await states(), ["done", "coming"]);
  assertEquals((await second.state()).head, head);
  await second.pass(DELAY);
  await until("it is finished there", async () => {
    await call(stack, "acct_getOwners", [{ account }]);
    return (await second.state()).head === recovered.head;
  });
  assertEquals(await second.state(), recovered);
  assertEquals(await states(), ["done", "done"]);
});

Deno.test("recovery: the user chooses how long it waits", async () => {
  let delay = 14 * 86_400;
  const answers = (usual: UIHandler): UIHandler => ({
    ...usual,
    async request(method, params) {
      if (method !== "acct_changeOwners") return await usual.request(method, params);
      const request = params as DialogRequest<"acct_changeOwners">;
      const { delay: offered } = await whenSettled(request);
      offers.push(offered);
      await request.approve({ delay });
    },
  });
  const offers: ChangeOwnersPreview["delay"][] = [];
  await using at = await recoveryScene({ page: { answers } });
  assertEquals(await at.first.delays(), { own: delay, now: delay });
  const old = delay;
  delay = 86_400;
  await at.page.provider.request({
    method: "acct_addRecoveryAddress",
    params: [{ owner: `0x${"b4".repeat(20)}` }],
  });
  assertEquals(await at.first.delays(), { own: delay, now: delay });
  // A first address gets the longer default; a further one does not change the account's delay.
  assertEquals(offers, [{ proposed: DELAY }, { proposed: old, current: old }]);
  delay = 3_600;
  // A delay that accounts reject is not signed.
  const prompts = at.page.ceremony.prompts.length;
  await assertRejects(() =>
    at.page.provider.request({
      method: "acct_addRecoveryAddress",
      params: [{ owner: `0x${"b5".repeat(20)}` }],
    })
  );
  assertEquals(at.page.ceremony.prompts.length, prompts);
});
