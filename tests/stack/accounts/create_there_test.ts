/** The account is created on a network on which it only has a balance, with its current owners. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { creationOf } from "../../../core/account/owners/creation.ts";
import { pathBetween, readHistory, unchanged } from "../../../core/account/owners/history.ts";
import { createServiceClient } from "../../../core/client/client.ts";
import type { DialogRequest } from "../../../core/dialog/types.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { ParamsOf } from "../../../core/dialog/requests.ts";
import { testUser } from "../../../core/virtual/test_user.ts";
import { createLocalWallet } from "../../../core/wallet/local.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage, origin, type Page } from "../../conformance/wallet.ts";
import { call } from "../support/client.ts";
import { operateOn } from "./operate.ts";
import { ownerOf } from "./owner_changes.ts";
import { balanceOf } from "../support/tokens.ts";

type Request = DialogRequest<"acct_upgradeAccount">;

/** The wallet's own page on the device of a page: it requests the creation. */
function ownPage(stack: Stack, { storage, ceremony }: Page) {
  const usual = testUser();
  const shown: Request[] = [];
  const wallet = createLocalWallet({
    ui: {
      ...usual,
      async request(method, params) {
        const request = params as Request;
        shown.push(request);
        const [token] = stack.tokens;
        // An account without ether pays in a token.
        const ownFee = await paysItself(request);
        if (!ownFee) return await usual.request(method, params);
        await request.preview.get().chooseFee!(token.address);
        return await request.approve({ feeToken: token.address });
      },
    },
    service: createServiceClient({ ...stack, timeout: PATIENCE_MS }),
    storage,
    ceremony,
    app: { name: "Wallet", logoUrl: null, origin },
    rpId: "localhost",
    origin,
  });
  const create = (params: Omit<ParamsOf["acct_upgradeAccount"], "create">) =>
    wallet.ask("acct_upgradeAccount", { ...params, create: true }, {
      signal: new AbortController().signal,
    });
  return { create, shown };
}

/** Waits for the first quote, and returns whether the account pays. */
async function paysItself({ preview }: Request): Promise<boolean> {
  while (preview.get().status === "loading") await new Promise((done) => setTimeout(done, 20));
  return preview.get().chooseFee !== undefined;
}

Deno.test("create there: one prompt applies the current owners to a network, and a removed one gets no access", async () => {
  await using stack = await startStack({ second: true });
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  assertEquals(await operateOn(page, stack, stack.chainId), 200);
  await request({ method: "acct_addPasskey" });
  const removed = ownerOf(page, 1);
  await request({ method: "acct_removeOwner", params: [{ owner: removed.bytes }] });
  const second = stack.second!;
  await second.mint(second.tokens[0].address, address!, 12_000_000n);
  const clients = [stack.rpcUrl, second.rpcUrl].map((url) =>
    createPublicClient({ transport: patientHttp(url) })
  );
  const stateOn = (chain: 0 | 1) =>
    clients[chain]!.readContract({ address: address!, abi: acctAbi, functionName: "ownerState" });
  assertEquals(await clients[1]!.getCode({ address: address! }), undefined);

  const { create, shown } = ownPage(stack, page);
  const paymaster = { url: `${stack.serverUrl}/v1/paymaster/${second.id}` };
  const prompts = page.ceremony.prompts.length;
  const params = { account: address!, chainId: second.id, paymaster };
  assertEquals(await create(params), { version: 1 });
  assertEquals(page.ceremony.prompts.slice(prompts), ["get"]);
  const preview = shown[0]!.preview.get();
  assertEquals([preview.from, preview.to, preview.warnings, preview.changes], [null, 1, [], []]);
  assertEquals(await stateOn(1), await stateOn(0));
  assertEquals(await balanceOf(second, second.tokens[0].address, address!), 12_000_000n);

  // Anyone may still submit the first owners with some of the changes: they move nothing back.
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const account = { address: address!, owners, nonce };
  const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  const history = await readHistory(account, changes.slice(0, 1));
  const [head] = history.steps.keys();
  const part = creationOf(account, pathBetween(history, unchanged, head!)!);
  const from = stack.addresses.bundler;
  await clients[1]!.request({ method: "anvil_impersonateAccount", params: [from] } as never);
  const hash = await clients[1]!.request({
    method: "eth_sendTransaction",
    params: [{ from, to: part.factory, data: part.factoryData }],
  } as never);
  await clients[1]!.waitForTransactionReceipt({ hash: hash as Hex, checkReplacement: false });
  assertEquals(await stateOn(1), await stateOn(0));

  // If it exists, there is no prompt.
  assertEquals(await create(params), { version: 1 });
  assertEquals(shown.length, 1);
  assertEquals(page.ceremony.prompts.length, prompts + 1);
});

Deno.test("create there: an account that only has a token pays in it", async () => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  const [token] = stack.tokens;
  await stack.mint(token.address, address!, 100_000_000n);
  const { create, shown } = ownPage(stack, page);
  assertEquals(await create({ account: address!, chainId: stack.chainId }), { version: 1 });
  assertEquals(shown[0]!.preview.get().from, null);
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  assert(await client.getCode({ address: address! }) !== undefined);
  const left = await balanceOf(stack, token.address, address!);
  assert(left < 100_000_000n && left > 0n, `${left}`);
});
