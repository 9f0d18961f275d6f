/** An account with code unknown to the wallet: it is named, and the wallet signs nothing for it. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { concat, encodeFunctionResult, type Hex, keccak256, numberToHex, pad, size } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { releaseSecondVersion, secondVersion } from "../../../contracts/testing/second_version.ts";
import { addressOwner, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { readExport } from "../../../core/account/owners/record.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import { readAccountState } from "../../../host/rescue/account.ts";
import { toRefusal } from "../../../host/rescue/refusal.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { openPage } from "../../conformance/wallet.ts";
import { call, rpc } from "../support/client.ts";
import { ownerOf } from "./owner_changes.ts";
import { evil, friend, liar, readOf, refused, scene } from "./upgrades.ts";

/** Code that answers every call with this. */
function answering(data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 }).slice(2);
  return concat([`0x61${length}600c5f3961${length}5ff3`, data]);
}

Deno.test("unknown code: named with network and addresses, never signed for, until it is known", async (t) => {
  await using at = await scene();
  const { stack, page, account, first } = at;
  const { address } = account;
  const { request } = page.provider;
  // The second version before its release: this wallet and this service do not know it.
  await first.setImplementation(address, secondVersion.address);
  for (const each of [stack, stack.second!]) await each.fund(address, 10n ** 18n);
  const record = await request({ method: "acct_exportAccount" });
  const named = ({ data, message }: AcctError) => {
    assertEquals(data.cause, "code_unknown");
    for (const each of [address, secondVersion.address, "Local"]) {
      assertStringIncludes(message.toLowerCase(), each.toLowerCase());
    }
  };
  const prompts = page.ceremony.prompts.length;

  await t.step("for operations and updates, and by the service itself", async () => {
    const calls = [{ to: friend, value: "0x0", data: "0x" }] as const;
    const { error } = await rpc(stack, "acct_prepare", [{
      chainId: numberToHex(stack.chainId),
      account,
      calls,
    }]);
    assertEquals(error?.data?.cause, "code_unknown");
    const sends = await refused(() =>
      request({ method: "wallet_sendCalls", params: [{ calls: [{ to: friend }] }] })
    );
    assertEquals(sends.data.cause, "code_unknown");
    named(await refused(() => request({ method: "acct_upgradeAccount" })));
  });

  await t.step("for messages and typed data", async () => {
    const error = await refused(() =>
      request({ method: "personal_sign", params: ["0x68656c6c6f", address] })
    );
    assertEquals(error.data.cause, "code_unknown");
  });

  await t.step("by the client, independent of the service's preparation", async () => {
    await first.setImplementation(address, contracts.implementation);
    // A service that does not check, such as one with a later release than this wallet.
    await using server = liar(
      stack.serverUrl,
      (method, _params, result) =>
        method === "acct_prepare"
          ? { ...(result as PrepareResult), implementation: secondVersion.address }
          : result,
    );
    await using other = openPage(stack, {
      existing: true,
      ceremony: page.ceremony,
      serverUrl: server.url,
    });
    await other.provider.request({ method: "eth_requestAccounts" });
    const before = page.ceremony.prompts.length;
    const error = await refused(() =>
      other.provider.request({ method: "wallet_sendCalls", params: [{ calls: [{ to: friend }] }] })
    );
    assertEquals(error.data.cause, "code_unknown");
    assertEquals(page.ceremony.prompts.length, before);
    await first.setImplementation(address, secondVersion.address);
  });

  await t.step("on the rescue page, with its own message", async () => {
    const exported = await readExport(JSON.parse(JSON.stringify(record)));
    const error = await assertRejects(() => readAccountState(readOf(first), exported), AcctError);
    assertEquals(toRefusal(error).problem, "code_unknown");
    assertStringIncludes(toRefusal(error).detail, `chain ${stack.chainId}`);
  });

  await t.step("other networks still work, and the service sends nothing here", async () => {
    const head = () =>
      first.client.readContract({ address, abi: acctAbi, functionName: "ownerHead" });
    const before = await head();
    const view = await request({
      method: "acct_addRecoveryAddress",
      params: [{ owner: friend }],
    });
    assertEquals(view.chains.map(({ state, version, update }) => [state, version, update]), [
      ["unknown", null, null],
      ["done", 1, null],
    ]);
    const chainId = numberToHex(at.second.id);
    await request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    await request({ method: "eth_sendTransaction", params: [{ to: friend }] });
    await request({
      method: "wallet_switchEthereumChain",
      params: [{ chainId: numberToHex(stack.chainId) }],
    });
    await using other = openPage(stack, { existing: true, ceremony: page.ceremony });
    assertEquals(await other.provider.request({ method: "eth_requestAccounts" }), [address]);
    assertEquals(await head(), before);
  });

  await t.step("its answers have no effect, and its refusals block nothing", async () => {
    const head = pad("0xbad");
    const words = [keccak256(ownerOf(page, 0).bytes)];
    const state = encodeFunctionResult({
      abi: acctAbi,
      functionName: "ownerState",
      result: [head, 1n, 259_200n, words],
    });
    const setCode = (code: Hex) =>
      first.client.request({ method: "anvil_setCode", params: [evil, code] } as never);
    const lastFrom = async () =>
      (await request({ method: "acct_exportAccount" })).changes.at(-1)!.from;
    const owner = addressOwner(friend);
    await first.setImplementation(address, evil);
    await setCode(answering(state));
    const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    assertEquals([chains[0]!.head, chains[0]!.words], [ZERO_WORD, []]);
    // Nor if a service forwards it.
    await using server = liar(stack.serverUrl, (method, _params, result) => {
      if (method !== "acct_getOwners") return result;
      const { changes, chains: [one, ...others] } = result as OwnersResult;
      return { changes, chains: [{ ...one!, head, words }, ...others] };
    });
    await using other = openPage(stack, {
      existing: true,
      ceremony: page.ceremony,
      serverUrl: server.url,
    });
    await other.provider.request({ method: "eth_requestAccounts" });
    await other.provider.request({ method: "acct_removeOwner", params: [{ owner }] });
    assertEquals((await lastFrom()).includes(head), false);
    // It reverts on every call.
    await setCode("0x5f5ffd");
    const view = await request({
      method: "acct_addRecoveryAddress",
      params: [{ owner: friend }],
    });
    assertEquals(view.chains.map(({ state }) => state), ["unknown", "done"]);
    await first.setImplementation(address, secondVersion.address);
  });

  await t.step("once it is released, all works again, and missed changes arrive", async () => {
    assertEquals(page.ceremony.prompts.length > prompts, true);
    using _ = releaseSecondVersion();
    await until(
      "the change arrived",
      async () =>
        (await request({ method: "acct_getOwners" })).chains.every(({ state }) => state === "done"),
    );
    const { chains } = await request({ method: "acct_getOwners" });
    assertEquals(chains.map(({ version }) => version), [2, 1]);
    await request({ method: "eth_sendTransaction", params: [{ to: friend }] });
  });
});
