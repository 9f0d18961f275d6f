/**
 * Tokens that a called contract may already take: a permission monitors them, independent of
 * balances.
 */
import { assert, assertEquals } from "@std/assert";
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from "viem";
import { collectionBytecode } from "../../../contracts/artifacts/test/collection_bytecode.ts";
import { partsBytecode } from "../../../contracts/artifacts/test/parts_bytecode.ts";
import { puppetAbi } from "../../../contracts/artifacts/test/puppet_abi.ts";
import { puppetBytecode } from "../../../contracts/artifacts/test/puppet_bytecode.ts";
import { testTokenBytecode } from "../../../contracts/artifacts/test_token_bytecode.ts";
import { deployOnce } from "../../../contracts/create2.ts";
import { sender } from "../../../contracts/deploy.ts";
import { deployPermit2 } from "../../../contracts/testing/permit2.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { testTokenAbi } from "../../../contracts/artifacts/test_token_abi.ts";
import { endApprovalCalls } from "../../../core/account/approvals.ts";
import { endableApprovals, listApprovals } from "../../../core/client/approvals.ts";
import { createServiceClient } from "../../../core/client/client.ts";
import { prepareTransaction } from "../../../core/permission/mod.ts";
import { PERMIT2 } from "../../../core/chain/permit2.ts";
import type { ApprovalsJson } from "../../../core/wire/approvals.ts";
import type { DialogRequest, Warning } from "../../../core/dialog/types.ts";
import { openPage } from "../../conformance/wallet.ts";
import { call } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";
import { transact } from "../payment/token_fees.ts";

const later = 2n ** 48n - 1n;

const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
  "function transferFrom(address from, address to, uint160 amount, address token)",
]);

Deno.test("watched tokens: allowances of a called contract are watched, with and without a balance", async (t) => {
  await using stack = await startTestStack();
  const client = await sender({ rpcUrl: stack.rpcUrl, account: deployerKey });
  const spender = client.account.address;
  const router = await deployOnce(client, puppetBytecode.initCode);
  await deployPermit2(client);
  const deployToken = (symbol: string) =>
    deployOnce(
      client,
      encodeDeployData({
        abi: testTokenAbi,
        bytecode: testTokenBytecode.initCode,
        args: [symbol, symbol, 18],
      }),
    );
  const unlisted = await deployToken("GRT1");
  const permitted = await deployToken("GRT2");
  const foreign = await deployToken("GRT3");
  const elsewhere = await deployToken("GRT4");
  const brought = await deployToken("GRT5");
  const dropped = await deployToken("GRT6");
  const warnings: (readonly Warning[])[] = [];
  await using page = openPage(stack, {
    answers: (usual) => ({
      ...usual,
      async request(method, params) {
        await usual.request(method, params);
        if (method !== "wallet_grantPermissions") return;
        const { preview } = params as DialogRequest<"wallet_grantPermissions">;
        warnings.push(preview.get().warnings);
      },
    }),
  });
  const { provider } = page;
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  assert(account !== undefined);
  const approve = (to: Address, amount = 5n) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [to, amount] });
  const send = async (calls: readonly { to: Address; data: Hex }[]) => {
    const { id } = await provider.request({
      method: "wallet_sendCalls",
      params: [{
        version: "2.0.0",
        chainId: numberToHex(stack.chainId),
        from: account,
        atomicRequired: true,
        calls,
      }],
    });
    for (;;) {
      const { status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
      if (status !== 100) return assertEquals(status, 200);
    }
  };
  const byPermit2 = encodeFunctionData({
    abi: permit2Abi,
    functionName: "approve",
    args: [permitted, router, 5n, Number(later)],
  });
  const mint = encodeFunctionData({ abi: testTokenAbi, functionName: "mint", args: [account, 5n] });
  await send([
    { to: unlisted, data: approve(router) },
    { to: elsewhere, data: approve(spender) },
    { to: permitted, data: approve(PERMIT2) },
    { to: PERMIT2, data: byPermit2 },
    { to: brought, data: mint },
  ]);
  // A token sent by a stranger, and a token listed by the operator.
  await stack.mint(dropped, account, 5n);
  await stack.mint(stack.tokens[1].address, account, 5n);
  // Like a permit that anyone may submit: no operation of the account.
  await stack.node.request("anvil_impersonateAccount", [account]);
  await stack.fund(account, 10n ** 18n);
  await transact(stack, { from: account, to: foreign, data: approve(router) });

  const grant = () =>
    provider.request({
      method: "wallet_grantPermissions",
      params: [{
        spender,
        expiry: Math.floor(Date.now() / 1000) + 86_400,
        permissions: {
          calls: [{ target: router, functionSignature: "run((address,uint256,bytes)[])" }],
          spends: [{ token: stack.tokens[0].address, allowance: "1", unit: "day" }],
        },
      }],
    });
  const granted = await grant();
  const lower = (tokens: readonly string[]) => tokens.map((token) => token.toLowerCase()).sort();
  const held = [brought, stack.tokens[1].address];
  const unwatched = () =>
    warnings.at(-1)!.flatMap(({ code, detail }) => code === "unwatched_tokens" ? [detail] : []);

  await t.step("listed or not, allowed or held; a stranger's token is named", () => {
    assertEquals(lower(granted.watched), lower([unlisted, permitted, ...held]));
    assertEquals(unwatched(), [getAddress(foreign)]);
  });

  await t.step("later incoming amounts stay", async () => {
    for (const token of [unlisted, permitted]) await stack.mint(token, account, 5n);
    const take = (target: Address, data: Hex) => {
      const acts = [{ target, value: 0n, data }];
      const run = encodeFunctionData({ abi: puppetAbi, functionName: "run", args: [acts] });
      const transaction = prepareTransaction(granted, [{ to: router, value: 0n, data: run }]);
      return stack.node.request("eth_call", [
        { from: spender, ...transaction, value: "0x0" },
        "latest",
      ])
        .then(() => "taken", ({ data }: { data?: Hex }) => data?.slice(0, 10));
    };
    const pull = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transferFrom",
      args: [account, spender, 5n],
    });
    const pullByPermit2 = encodeFunctionData({
      abi: permit2Abi,
      functionName: "transferFrom",
      args: [account, spender, 5n, permitted],
    });
    const refused = toFunctionSelector("NoAllowance(address)");
    assertEquals(await take(unlisted, pull), refused);
    assertEquals(await take(PERMIT2, pullByPermit2), refused);
    // The allowance itself is valid, and the permission allows the call.
    assertEquals(await take(unlisted, approve(spender)), "taken");
  });

  await t.step("ended ones are not watched, and the list has the active ones", async () => {
    await send([{ to: unlisted, data: approve(router, 0n) }]);
    const [own] = await call<ApprovalsJson[]>(stack, "acct_getApprovals", [{
      account,
      chainId: numberToHex(stack.chainId),
    }]);
    assertEquals([own!.complete, own!.more], [true, false]);
    const found = own!.approvals.map(({ kind, token, spender, own }) =>
      [kind, token.address, spender, own].join(" ").toLowerCase()
    );
    assertEquals(
      found.toSorted(),
      [
        `permit2 ${permitted} ${router} true`,
        `allowance ${permitted} ${PERMIT2} true`,
        `allowance ${elsewhere} ${spender} true`,
        `allowance ${foreign} ${router} false`,
      ].map((each) => each.toLowerCase()).toSorted(),
    );
    assertEquals(lower((await grant()).watched), lower([permitted, ...held]));
  });

  await t.step("strangers' tokens are never watched, and cost no use anything", async () => {
    // Tokens without a mention in an operation of the account, more than a permission monitors.
    for (let index = 0; index < 34; index++) {
      const fake = await deployToken(`SPAM${index}`);
      await transact(stack, { from: account, to: fake, data: approve(router) });
    }
    assertEquals(lower((await grant()).watched), lower([permitted, ...held]));
    const [warning] = warnings.at(-1)!.filter(({ code }) => code === "unwatched_tokens");
    assertEquals(warning?.level, "danger");
    assert(warning?.detail !== undefined);
  });

  await t.step("all active ones are listed with their network, and end in one batch", async () => {
    const collection = await deployOnce(client, collectionBytecode.initCode);
    const parts = await deployOnce(client, partsBytecode.initCode);
    const abi = parseAbi([
      "function setApprovalForAll(address operator, bool approved)",
      "function setOperator(address spender, bool approved)",
    ]);
    const operator = (name: "setApprovalForAll" | "setOperator") =>
      encodeFunctionData({ abi, functionName: name, args: [router, true] });
    await send([
      { to: collection, data: operator("setApprovalForAll") },
      { to: parts, data: operator("setOperator") },
    ]);
    const service = createServiceClient({ serverUrl: stack.serverUrl, apiKey: stack.apiKey });
    const { approvals, missing, more } = await listApprovals(service, account);
    assertEquals([missing, more], [[], []]);
    const kinds = new Map<string, number>();
    for (const { kind } of approvals) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    assertEquals(
      [...kinds].toSorted(),
      [["allowance", 37], ["operator", 1], ["operator6909", 1], ["permit2", 1]],
    );
    const named = approvals.find(({ kind }) => kind === "operator6909")!;
    assertEquals([named.token.symbol, named.own], ["?", true]);
    assertEquals(endApprovalCalls(approvals).length, approvals.length, "each is ended by one call");

    // An allowance that cannot be revoked does not prevent others from being revoked.
    const odd = approvals.find(({ kind }) => kind === "allowance")!.token.address!;
    const code = await stack.node.request("eth_getCode", [odd, "latest"]);
    const refusing = "0x60003560e01c63095ea7b314601957600160005260206000f35b60006000fd";
    await stack.node.request("anvil_setCode", [odd, refusing]);
    const endable = await endableApprovals(service, account, approvals);
    assertEquals(
      approvals.filter((each) => !endable.includes(each)).map(({ token }) => token.address),
      [
        odd,
      ],
    );
    await send(endApprovalCalls(endable).map(({ to, data }) => ({ to, data })));
    const { approvals: left } = await listApprovals(service, account);
    assertEquals(left.map(({ token }) => token.address), [odd]);
    assertEquals(await endableApprovals(service, account, left), left, "the dialog shows why");
    await stack.node.request("anvil_setCode", [odd, code]);
    await send(endApprovalCalls(left).map(({ to, data }) => ({ to, data })));
    assertEquals((await listApprovals(service, account)).approvals, []);
  });
});
