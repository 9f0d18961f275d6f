/** The removal of an owner shows what that owner granted, and ends it. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex, numberToHex } from "viem";
import type { ChangeOwnersPreview, DialogRequest } from "../../core/dialog/types.ts";
import { isActive, remaining } from "../../core/permission/mod.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { only, openPage, type Page } from "../conformance/wallet.ts";

const spender: Hex = `0x${"c6".repeat(20)}`;

Deno.test("owners: a removal lists what the owner granted, and ends it on every chain", async () => {
  await using stack = await startStack({ second: true });
  const chains = [
    { id: stack.chainId, url: stack.rpcUrl },
    { id: stack.second!.id, url: stack.second!.rpcUrl },
  ].map(({ id, url }) => ({ id, client: createPublicClient({ transport: patientHttp(url) }) }));
  const previews: ChangeOwnersPreview[] = [];
  await using page = openPage(stack, {
    answers: (usual) => ({
      ...usual,
      async request(method, params) {
        await usual.request(method, params);
        if (method !== "acct_changeOwners") return;
        previews.push((params as DialogRequest<"acct_changeOwners">).preview.get());
      },
    }),
  });
  const { provider } = page;
  await provider.request({ method: "eth_requestAccounts" });
  const { owners } = await provider.request({ method: "acct_addPasskey" }) ?? { owners: [] };
  await using other = openPage(stack, { existing: true, ceremony: only(page) });
  await other.provider.request({ method: "eth_requestAccounts" });

  const grant = (of: Page, chainId: number, allowance: string, deferred?: true) =>
    of.provider.request({
      method: "wallet_grantPermissions",
      params: [{
        expiry: Math.floor(Date.now() / 1000) + 3_600,
        spender,
        chainId: numberToHex(chainId),
        permissions: {
          spends: [{ token: stack.tokens[0].address, allowance, unit: "day" }],
        },
        capabilities: { paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${chainId}` } },
        ...(deferred && { deferred }),
      }],
    });
  const own = await grant(page, chains[0]!.id, "1");
  const theirs = [
    { of: await grant(other, chains[0]!.id, "2"), ...chains[0]! },
    { of: await grant(other, chains[1]!.id, "3"), ...chains[1]! },
    { of: await grant(other, chains[0]!.id, "4", true), ...chains[0]! },
  ];
  assert(theirs[2]!.of.signature !== undefined, "the last one is signed and unused");
  for (const { of, client } of theirs) assertEquals(await isActive(client, of), true);

  const { owner } = owners.find(({ here }) => !here)!;
  await provider.request({ method: "acct_removeOwner", params: [{ owner }] });
  const { grants, kind } = previews.at(-1)!;
  assertEquals(kind, "remove");
  const shown = grants!.map(({ permission, chain }) =>
    `${permission.spends[0]!.allowance} ${permission.spends[0]!.token.symbol} ${chain}`
  );
  assertEquals(shown.length, 3, shown.join());
  assertEquals(shown.map((each) => each.split(" ", 2)[0]).sort(), ["2", "3", "4"]);

  for (const { of, client } of theirs) {
    await until("it ended", async () => !await isActive(client, of));
    assertEquals((await remaining(client, of))[0]!.amount, 0n);
  }
  // The others' go on.
  assertEquals(await isActive(chains[0]!.client, own), true);
  const listed = await provider.request({ method: "wallet_getPermissions" });
  assertEquals(listed.map(({ id }) => id), [own.permissionId]);
});
