/** Contracts as owners: rejected by the wallet before its prompt, and by the service. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Address, createPublicClient, encodeFunctionData, getAddress, type Hex } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { toContract } from "../../../core/account/owners/change.ts";
import { addressOwner } from "../../../core/account/owners/key.ts";
import type { OwnerEdit } from "../../../core/account/owners/plan.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";
import { call, rpc } from "../support/client.ts";
import { operate } from "./operate.ts";
import { nextChange, ownerOf } from "./owner_changes.ts";

/** Creates a contract with the code STOP. */
const CREATION: Hex = "0x60015f5360015ff3";

Deno.test("contract owners: a contract on any network is no owner, in the wallet and the service", async (t) => {
  await using stack = await startStack({ second: true });
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await operate(page, stack);
  const second = createPublicClient({ transport: patientHttp(stack.second!.rpcUrl) });
  const from = stack.addresses.bundler;
  const write = async (transaction: { readonly to?: Address; readonly data: Hex }) => {
    await second.request({ method: "anvil_impersonateAccount", params: [from] } as never);
    const hash = await second.request({
      method: "eth_sendTransaction",
      params: [{ from, ...transaction }],
    } as never);
    return await second.waitForTransactionReceipt({ hash, checkReplacement: false });
  };
  // It exists on the second network only: on the first one its address is free.
  const { contractAddress } = await write({ data: CREATION });
  const contract = getAddress(contractAddress!);
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const account = { address: address!, owners, nonce };
  const signedChange = async (edit: OwnerEdit) => {
    const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    return await nextChange(account, changes, edit, ownerOf(page, 0));
  };

  await t.step("the wallet displays address and network, and prompts for no passkey", async () => {
    const prompts = page.ceremony.prompts.length;
    const error = await assertRejects(
      () => request({ method: "acct_addRecoveryAddress", params: [{ owner: contract }] }),
      AcctError,
    );
    assertEquals(error.data.cause, "user_rejected");
    assertStringIncludes(error.message, "A contract cannot be an owner:");
    assertStringIncludes(error.message, `${contract} has code on Second`);
    assertEquals(page.ceremony.prompts.length, prompts, "no prompt");
    assertEquals((await request({ method: "acct_getOwners" })).owners.length, 1);
  });

  await t.step("the service rejects it from any client, with either power", async () => {
    for (const as of ["recovery", "full"] as const) {
      const change = await signedChange({ kind: "add", owner: addressOwner(contract), as });
      const { error } = await rpc(stack, "acct_putOwnerChange", [{ account, change }]);
      assertEquals(error?.data?.cause, "owner_is_contract", as);
      assertEquals(error?.data?.field, "params[0].change.owners", as);
    }
    const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    assertEquals(changes.length, 0);
  });

  await t.step("an address that delegates (EIP-7702) keeps its key, and is accepted", async () => {
    const delegating: Address = `0x${"d7".repeat(20)}`;
    const code = `0xef0100${stack.addresses.implementation.slice(2)}`;
    await second.request({ method: "anvil_setCode", params: [delegating, code] } as never);
    const view = await request({
      method: "acct_addRecoveryAddress",
      params: [{ owner: delegating }],
    });
    assertEquals(view.owners.map(({ kind }) => kind), ["passkey", "recovery"]);
    assertEquals(view.chains.map(({ state }) => state), ["done", "done"]);
  });

  await t.step("a change that landed on a network is stored all the same", async () => {
    const change = await signedChange({
      kind: "add",
      owner: addressOwner(contract),
      as: "recovery",
    });
    const { request: applied } = await second.simulateContract({
      account: from,
      address: address!,
      abi: acctAbi,
      functionName: "applyOwnerChange",
      args: [toContract(change), change.signature],
    });
    await write({ to: address!, data: encodeFunctionData(applied) });
    const { error } = await rpc(stack, "acct_putOwnerChange", [{ account, change }]);
    assertEquals(error, undefined);
    // It can be removed: a removal adds no owner.
    const view = await request({
      method: "acct_removeOwner",
      params: [{ owner: addressOwner(contract) }],
    });
    assertEquals(view.chains.map(({ state }) => state), ["done", "done"]);
  });
});
