/** A recovery address that is a contract on some chain is rejected before the passkey prompt. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Hex } from "viem";
import { AcctError } from "../../../ground/errors.ts";
import type { ChangeOwnersPreview } from "../../../dialog/owners.ts";
import type { DialogRequest } from "../../../dialog/types.ts";
import { softwareAuthenticator } from "../../../testing/authenticator.ts";
import {
  chain,
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  origin,
  whenSettled,
} from "../../../testing/local_wallet.ts";

const address: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const delegation: Hex = `0xef0100${"11".repeat(20)}`;
const down = () => Promise.reject(new AcctError("chain_down"));

/** Adds an address whose code the two chains return; the user confirms if it is possible. */
async function add(codes: readonly (() => Promise<unknown>)[], name?: string) {
  const asked: unknown[] = [];
  const previews: ChangeOwnersPreview[] = [];
  const authenticator = softwareAuthenticator(origin);
  let prompts = 0;
  const changes: unknown[] = [];
  const ui = fakeUser<DialogRequest<"acct_changeOwners">>(async (request) => {
    previews.push(await whenSettled(request));
    return await request.approve({});
  });
  const wallet = localWallet(ui, {
    ceremony: {
      available: true,
      create: authenticator.create,
      get: (...asked) => {
        prompts++;
        return authenticator.get(...asked);
      },
    },
    service: localService({
      configuration: () =>
        Promise.resolve({
          version: 1,
          keysUrl: origin,
          chains: [chain, { ...chain, id: 2, name: "Two" }],
          descriptors: true,
        }),
      chain(id, method, params) {
        if (method !== "eth_getCode") return Promise.resolve("0x");
        asked.push([id, ...params as unknown[]]);
        return codes[id - 1]!();
      },
      call(method, params) {
        if (method === "acct_putOwnerChange") {
          changes.push((params as { readonly change: unknown }).change);
        }
        return method.endsWith("Change") || method === "acct_getOwners"
          ? { changes, chains: [] }
          : true;
      },
    }),
  });
  const account = await connectedAccount(wallet);
  prompts = 0;
  const { signal } = new AbortController();
  const change = { kind: "add", address, ...(name !== undefined && { name }) } as const;
  const added = wallet.ask("acct_changeOwners", { account, chainId: chain.id, change }, { signal });
  return { added, asked, previews, changes, prompts: () => prompts };
}

const answer = (code: unknown) => () => Promise.resolve(code);

Deno.test("recovery address: its code is read on every chain of the service", async () => {
  const { added, asked } = await add([answer("0x"), answer(delegation)]);
  const { owners } = await added;
  assertEquals(owners.at(-1)?.address, address);
  assertEquals(asked, [1, 2].map((id) => [id, address, "latest"]));
});

Deno.test("recovery address: the preview has the name that the wallet's page gave it", async () => {
  for (const [name, shown] of [[" Bob\u200b ", "Bob"], ["", undefined]] as const) {
    const { added, previews } = await add([answer("0x"), answer("0x")], name);
    await added;
    assertEquals(previews[0]?.owner.name, shown);
  }
});

Deno.test("recovery address: a contract on another chain is rejected before the passkey prompt", async () => {
  for (const first of [answer("0x"), down]) {
    const { added, previews, changes, prompts } = await add([first, answer("0x6000")]);
    await assertRejects(() => added, AcctError);
    const [preview] = previews;
    assertEquals([preview?.status, preview?.error?.cause], ["error", "owner_is_contract"]);
    assertStringIncludes(preview?.error?.message ?? "", `${address} has code on Two`);
    assertEquals([prompts(), changes.length], [0, 0]);
  }
});

Deno.test("recovery address: other chains may be down; the current chain has to answer", async () => {
  const { added } = await add([answer("0x"), down]);
  assertEquals((await added).owners.length, 2);
  for (const silent of [down, answer(null), answer("unavailable")]) {
    const { added, previews, prompts } = await add([silent, answer("0x")]);
    await assertRejects(() => added, AcctError);
    assertEquals([previews[0]?.error?.cause, prompts()], ["chain_down", 0]);
  }
});
