/** Every hook in a React 19 and wagmi 3 page, against the stack, in both modes. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import {
  createPublicClient,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type PublicClient,
} from "viem";
import { parseSiweMessage, verifySiweMessage } from "viem/siwe";
import type { Stack } from "../../scripts/stack/mod.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import { getWorld, type Mode, modes, newUser } from "./harness.ts";
import { amountOf, hex, type Said, serveHooks, setupOf, type Tab, tabOf } from "./hooks_tab.ts";

const options = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
const friend = "0x000000000000000000000000000000000000bEEF";
const erc20 = parseAbi([
  "function mint(address to, uint256 amount)",
  "function transfer(address to, uint256 amount) returns (bool)",
]);
const typedData = {
  domain: { name: "Shop", version: "1", chainId: 31337 },
  types: { Order: [{ name: "item", type: "string" }, { name: "count", type: "uint256" }] },
  primaryType: "Order",
  message: { item: "Tea", count: "2" },
} as const;

// Two users concurrently: the dialogs' own guards take most of the time.
Deno.test("hooks", options, async (t) => {
  const { stack } = await getWorld();
  await using page = await serveHooks();
  const url = (mode: Mode) =>
    `http://localhost:${page.addr.port}/?setup=${encodeURIComponent(setupOf(stack, mode))}`;
  await Promise.all(
    modes.map((mode) =>
      t.step({ ...options, name: mode, fn: (inner) => everyHook(mode, url(mode), inner) })
    ),
  );
});

async function everyHook(mode: Mode, url: string, t: Deno.TestContext): Promise<void> {
  const { stack } = await getWorld();
  const client = createPublicClient({
    chain: viemChain(stack),
    transport: patientHttp(stack.rpcUrl),
  });
  await using user = await newUser();
  const open = async () => {
    const tab = tabOf(await user.context.newPage(), mode);
    await tab.page.goto(url);
    await tab.page.waitForFunction("globalThis.hooks !== undefined");
    return tab;
  };
  const tab = await open();
  const step = (name: string, run: (parts: Parts) => Promise<void>) =>
    t.step({ ...options, name, fn: () => run(parts) });
  const parts: Parts = { tab, open, stack, client, account: "0x" };

  await step("without a connection, an address is enough to read", reads);
  await step("useConnect with SIWE, then the standard hooks know", connects);
  await step("useSwitchChain: there and refused", switches);
  await step("useSign, useSignMessage, useSignTypedData", signs);
  await step("useWriteContract, useSendTransaction, useSendCalls: sponsored", sends);
  await step("permissions: granted, listed, revoked, including in a second tab", limits);
  await step("useDisconnect, in both tabs; wagmi's own useConnect", leaves);
  assertEquals(user.problems, []);
}

/** Shared by the steps. */
interface Parts {
  readonly tab: Tab;
  readonly open: () => Promise<Tab>;
  readonly stack: Stack;
  readonly client: PublicClient;
  account: Hex;
}

async function reads({ tab, stack }: Parts): Promise<void> {
  const { data } = await tab.until<Record<string, Record<string, unknown>>>(
    "useCapabilitiesOfOther",
    "status === 'success'",
  );
  assertEquals(data[hex(stack.chainId)]!.atomic, { status: "supported" });
  await tab.until("useGetCallsHistoryOfOther", "status === 'success'");
  for (const name of ["useCapabilities", "usePermissions", "useGetCallsHistory"]) {
    assertEquals((await tab.said(name)).status, "pending", name);
  }
}

async function connects(parts: Parts): Promise<void> {
  const { tab, stack, client } = parts;
  const nonce = "abcdefgh12345678";
  const siwe = { nonce, chainId: hex(stack.chainId), statement: "Welcome." };
  const { data } = await tab.approve<{
    accounts: [{ address: Hex; capabilities: { signInWithEthereum: Signed } }];
    chainId: number;
  }>(
    "useConnect",
    { connector: "CONNECTOR", capabilities: { signInWithEthereum: siwe } },
    ["sdk-create"],
  );
  const [{ address, capabilities }] = data.accounts;
  const { message, signature } = capabilities.signInWithEthereum;
  const read = parseSiweMessage(message);
  assertEquals([read.address, read.chainId, read.nonce], [address, stack.chainId, nonce]);
  const domain = new URL(tab.page.url()).host;
  assert(await verifySiweMessage(client, { message, signature, domain, nonce }));
  assertEquals(
    await verifySiweMessage(client, { message, signature, domain, nonce: "another12345" }),
    false,
  );
  await tab.until("useAccount", "status === 'connected'");
  assertEquals(await tab.said("useAccount"), {
    address,
    chainId: stack.chainId,
    status: "connected",
    connector: "acct",
  } as unknown as Said);
  await stack.fund(address, 7n * 10n ** 18n);
  parts.account = address;
  for (const name of ["useCapabilities", "wagmiUseCapabilities", "usePermissions"]) {
    await tab.until(name, "status === 'success'");
  }
  const { data: own } = await tab.said<Record<string, unknown>>("useCapabilities");
  assertEquals(Object.keys(own), [hex(stack.chainId)]);
  const { data: theirs } = await tab.said<Record<string, Record<string, unknown>>>(
    "wagmiUseCapabilities",
  );
  assertEquals(theirs[stack.chainId]!.atomic, { status: "supported" });
}

async function switches({ tab, stack }: Parts): Promise<void> {
  await tab.run("useSwitchChain", { chainId: stack.chainId });
  await tab.until("useSwitchChain", "status === 'success'");
  await tab.run("useSwitchChain", { chainId: 1 });
  const { error } = await tab.until("useSwitchChain", "status === 'error'");
  assertNotEquals(error, undefined);
  const account = await tab.said("useAccount");
  assertEquals(account.status, "connected");
}

async function signs({ tab, client, account, stack }: Parts): Promise<void> {
  const message = "Hello, hooks.";
  const sign = async (name: string, variables: unknown) =>
    (await tab.approve<Hex>(name, variables, ["sdk-confirm"])).data;
  const plain = await sign("useSignMessage", { message });
  assert(await client.verifyMessage({ address: account, message, signature: plain }));

  const typed = { ...typedData, message: { item: "Tea", count: 2n } };
  const order = await sign("useSignTypedData", typedData);
  assert(await client.verifyTypedData({ address: account, ...typed, signature: order }));

  const request = { type: "0x45", data: { message } };
  const bound = await sign("useSign", { request, chainId: stack.chainId });
  assert(await client.verifyMessage({ address: account, message, signature: bound }));
  // The chain is the account's, not the page's: this one is valid elsewhere, so not here.
  const other = { type: "0x01", data: { ...typedData, message: { item: "Tea", count: "2" } } };
  const second = await sign("useSign", { request: other });
  assert(await client.verifyTypedData({ address: account, ...typed, signature: second }));
}

async function sends({ tab, client, account, stack }: Parts): Promise<void> {
  const [{ address: token }] = stack.tokens;
  const start = await client.getBalance({ address: account });
  const mint = await tab.approve<Hex>(
    "useWriteContract",
    {
      abi: erc20,
      address: token,
      functionName: "mint",
      args: [account, "5000000n"],
    },
    ["sdk-confirm"],
  );
  const { status } = await client.waitForTransactionReceipt({ hash: mint.data });
  assertEquals(status, "success");
  await tab.until("useGetAssets", `${amountOf(stack)} === 5_000_000n`);

  const sent = await tab.approve<Hex>(
    "useSendTransaction",
    { to: friend, value: "3n" },
    ["sdk-confirm"],
  );
  assertMatch(sent.data, /^0x[0-9a-f]{64}$/);

  const transfer = encodeFunctionData({
    abi: erc20,
    functionName: "transfer",
    args: [friend, 1_000_000n],
  });
  await tab.approve(
    "useSendCalls",
    { calls: [{ to: token, data: transfer }, { to: friend, value: "4n" }] },
    ["sdk-confirm"],
  );
  const { data } = await tab.until<{ status: string; statusCode: number; atomic: boolean }>(
    "useWaitForCallsStatus",
    "data?.statusCode === 200",
  );
  assertEquals([data.status, data.atomic], ["success", true]);
  await tab.until("useGetAssets", `${amountOf(stack)} === 4_000_000n`);
  // Only the sent amount is missing: every fee was paid by the sponsor.
  assertEquals(start - await client.getBalance({ address: account }), 7n);
  await tab.page.reload();
  await tab.until("useBalance", "status === 'success'");
  const { data: balance } = await tab.said<{ value: string }>("useBalance");
  assertEquals(BigInt(balance.value), start - 7n);
  const { data: history } = await tab.until<{ index: number; status: number }[]>(
    "useGetCallsHistory",
    "data?.length === 2",
  );
  assertEquals(history.map((item) => item.status), [200, 200]);
  assert(history[0]!.index > history[1]!.index, "the newest first");
}

async function limits({ tab, open, stack, account }: Parts): Promise<void> {
  const [{ address: token }] = stack.tokens;
  const second = await open();
  await second.until("usePermissions", "status === 'success'");
  assertEquals((await second.said("usePermissions")).data, []);
  await tab.page.bringToFront();
  const granted = await tab.approve<{ permissionId: Hex; account: Hex }>(
    "useGrantPermissions",
    {
      expiry: Math.floor(Date.now() / 1000) + 86_400,
      spender: friend,
      permissions: {
        calls: [{ target: token, functionSignature: "transfer(address,uint256)" }],
        spends: [{ token, allowance: "1000000", unit: "day" }],
      },
    },
    ["sdk-confirm"],
  );
  assertEquals(granted.data.account, account);
  const id = granted.data.permissionId;
  for (const each of [tab, second]) {
    await each.until("usePermissions", `data?.[0]?.id === "${id}"`);
  }
  await tab.approve("useRevokePermissions", { id }, ["sdk-confirm"]);
  for (const each of [tab, second]) await each.until("usePermissions", "data?.length === 0");
  await second.page.close();
}

async function leaves({ tab, open, account }: Parts): Promise<void> {
  const second = await open();
  await second.until("useAccount", "status === 'connected'");
  await tab.page.bringToFront();
  await tab.run("useDisconnect", {});
  for (const each of [tab, second]) await each.until("useAccount", "status === 'disconnected'");
  await second.page.close();
  await tab.page.bringToFront();
  await tab.approve("wagmiUseConnect", { connector: "CONNECTOR" }, ["sdk-continue"]);
  const { address } = await tab.said("useAccount") as unknown as { address: Hex };
  assertEquals(address, account);
  await tab.run("wagmiUseDisconnect", {});
  await tab.until("useAccount", "status === 'disconnected'");
}

/** A signed message. */
interface Signed {
  readonly message: string;
  readonly signature: Hex;
}
