/** The removal of an owner lists the grants of that owner, and ends them. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import type { ChangeOwnersPreview, DialogRequest } from "../../../core/dialog/types.ts";
import { isActive, remaining } from "../../../core/permission/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { only, openPage, type Page } from "../../conformance/wallet.ts";

const spender: Hex = `0x${"c6".repeat(20)}`;

Deno.test("owners: a removal lists the owner's grants, and ends them on every chain", async () => {
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
        if (method !== "acct_changeOwners") return await usual.request(method, params);
        const change = params as DialogRequest<"acct_changeOwners">;
        const approve = () => change.approve({ endApprovals: true });
        await usual.request(method, { ...change, approve } as typeof params);
        previews.push(change.preview.get());
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
        // A signed one expires within the time of the earlier ones.
        expiry: Math.floor(Date.now() / 1000) + (deferred ? 1_800 : 3_600),
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

  // Granted by the removed owner; no chain records that it was this one.
  const [account] = await other.provider.request({ method: "eth_requestAccounts" });
  const gives = async (chainId: number, amount: bigint) => {
    const { id } = await other.provider.request({
      method: "wallet_sendCalls",
      params: [{
        version: "2.0.0",
        chainId: numberToHex(chainId),
        from: account!,
        atomicRequired: true,
        calls: [{
          to: stack.tokens[0].address,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: "approve",
            args: [spender, amount],
          }),
        }],
        capabilities: { paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${chainId}` } },
      }],
    });
    await until("it landed", async () => {
      const { status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
      return status === 200;
    });
  };
  const allowed = ({ client }: typeof chains[number]) =>
    client.readContract({
      address: stack.tokens[0].address,
      abi: erc20Abi,
      functionName: "allowance",
      args: [account!, spender],
    });
  await gives(chains[0]!.id, 7n);
  await gives(chains[1]!.id, 8n);
  assertEquals(await Promise.all(chains.map(allowed)), [7n, 8n]);
  // The account pays for operations without a sponsor.
  for (const { client } of chains) {
    await client.request<{ Parameters: unknown[]; ReturnType: unknown }>({
      method: "anvil_setBalance",
      params: [account!, "0xde0b6b3a7640000"],
    });
  }

  const { owner } = owners.find(({ here }) => !here)!;
  await provider.request({ method: "acct_removeOwner", params: [{ owner }] });
  const { grants, kind, approvals } = previews.at(-1)!;
  assertEquals(
    approvals!.map(({ token, spender: to, amount, chain }) => [token.symbol, to, amount, chain])
      .map(([symbol, to, amount]) => `${symbol} ${String(to).toLowerCase()} ${amount}`).toSorted(),
    [7, 8].map((amount) => `${approvals![0]!.token.symbol} ${spender} ${amount}`),
  );
  assertEquals(new Set(approvals!.map(({ chain }) => chain)).size, 2);
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

  await until("they ended", async () => (await Promise.all(chains.map(allowed))).join() === "0,0");
});
