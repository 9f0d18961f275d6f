/** Tests clear signing from a batch's request to its preview. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { AcctError } from "../../ground/errors.ts";
import { permissionId } from "../../permission/permission.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { type Scene, scene } from "../../testing/wallet_scene.ts";
import type { SendCallsPreview } from "../../dialog/types.ts";
import { parseFunction } from "./registry.ts";

const { signal } = new AbortController();
const pool: Address = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2";
const usdc: Address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const shop: Address = `0x${"5b".repeat(20)}`;
const friend: Address = `0x${"22".repeat(20)}`;
const resembling: Address = `0x2222${"33".repeat(16)}2222`;

const supply = (onBehalfOf: Address): Hex =>
  encodeFunctionData({
    abi: [
      parseFunction(
        "supply(address asset,uint256 amount,address onBehalfOf,uint16 referralCode)",
      ),
    ],
    args: [usdc, 5_000_000n, onBehalfOf, 0],
  });
const abi = ["function plant(uint256 seeds)"];
const plant = encodeFunctionData({ abi: parseAbi(abi as string[]), args: [3n] });

/** Returns the settled preview, then rejects the request. */
async function read(
  at: Scene,
  calls: readonly { to: Address; value: Hex; data: Hex; abi?: unknown }[],
  more: { abi?: unknown; permission?: Hex } = {},
): Promise<SendCallsPreview> {
  let seen: SendCallsPreview | undefined;
  at.act = async (request) => {
    seen = await whenSettled(request);
    request.reject();
  };
  const params = { account: at.account, chainId: 1, calls, ...more };
  await assertRejects(() => at.wallet.ask("wallet_sendCalls", params, { signal }), AcctError);
  return seen!;
}

Deno.test("clear: the token of an argument is described, and the amount is exact", async () => {
  const at = await scene();
  at.tamper = (result) => ({
    ...result,
    tokens: [{ address: usdc, symbol: "USDC", name: "USD Coin", decimals: 6, listed: true }],
  });
  const { calls, warnings } = await read(at, [
    { to: pool, value: "0x0", data: supply(at.account) },
  ]);
  assertEquals(calls[0]?.explanation, {
    source: "pinned",
    contract: "Aave v3 Pool",
    intent: "Supply",
    partial: false,
    fields: [
      {
        label: "Amount",
        value: {
          kind: "amount",
          amount: 5_000_000n,
          address: usdc,
          token: { address: usdc, symbol: "USDC", decimals: 6 },
        },
      },
      { label: "Credited to", value: { kind: "address", address: at.account } },
    ],
  });
  assertEquals(warnings, []);
});

Deno.test("clear: the service is asked to describe the tokens of the arguments", async () => {
  const at = await scene();
  const asked: unknown[] = [];
  at.tamper = (result, params) => {
    asked.push(params.tokens);
    return result;
  };
  await read(at, [{ to: pool, value: "0x0", data: supply(at.account) }]);
  assertEquals(asked, [[usdc, pool]]);
});

/** Sends a transfer, so that the recipient is stored on the device. */
async function sendTo(at: Awaited<ReturnType<typeof scene>>, to: Address): Promise<void> {
  at.act = async (request) => {
    await whenSettled(request);
    return await request.approve({});
  };
  const calls = [{ to, value: "0x1", data: "0x" }] as const;
  await at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal });
}

Deno.test("clear: an address in the arguments that resembles a known one is a danger", async () => {
  const at = await scene();
  await sendTo(at, friend);
  const { warnings } = await read(at, [{ to: pool, value: "0x0", data: supply(resembling) }]);
  assertEquals(warnings.map(({ code, level, detail }) => [code, level, detail?.toLowerCase()]), [
    ["look_alike", "danger", friend],
  ]);
});

const multicall3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
const aggregate = (calls: readonly (readonly [Address, Hex])[]): Hex =>
  encodeFunctionData({
    abi: [parseFunction("aggregate((address target,bytes callData)[] calls)")],
    args: [calls],
  });
const transferTo = (to: Address): Hex =>
  encodeFunctionData({
    abi: parseAbi(["function transfer(address to, uint256 amount)"]),
    args: [to, 1n],
  });

Deno.test("clear: tokens of steps are described, and a look-alike inside is a danger", async () => {
  const at = await scene();
  await sendTo(at, friend);
  const asked: unknown[] = [];
  at.tamper = (result, params) => {
    asked.push(params.tokens);
    return result;
  };
  const data = aggregate([[usdc, transferTo(shop)], [
    multicall3,
    aggregate([[usdc, transferTo(resembling)]]),
  ]]);
  const { warnings, calls } = await read(at, [{ to: multicall3, value: "0x0", data }]);
  assertEquals(asked, [[usdc, multicall3]]);
  assertEquals(warnings.map(({ code, level, call }) => [code, level, call]), [
    ["look_alike", "danger", 0],
  ]);
  assertEquals(calls[0]?.explanation?.steps?.map(({ kind, by }) => [kind, by]), [
    ["token_transfer", multicall3],
    ["call", multicall3],
  ]);
});

/** Creates a permission of another account whose spender is the scene's account. */
function grant(at: Scene): { id: Hex; account: Address } {
  const account: Address = `0x${"6a".repeat(20)}`;
  const permission = {
    account,
    spender: at.account,
    start: 0,
    end: 4_000_000_000,
    salt: 1n,
    calls: [],
    spends: [],
    watched: [],
  };
  const id = permissionId(permission, 1);
  at.permissions = [{ ...permission, id, chainId: "0x1", salt: "0x1", revoked: false }];
  return { id, account };
}

Deno.test("clear: a router's caller is the acting account, even if it is another one", async () => {
  const at = await scene();
  const { id, account } = grant(at);
  const router: Address = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
  const unwrap = encodeFunctionData({
    abi: parseAbi(["function unwrapWETH9(uint256 amountMinimum)"]),
    args: [9n],
  });
  const data = encodeFunctionData({
    abi: parseAbi(["function multicall(bytes[] data)"]),
    args: [[unwrap]],
  });
  for (
    const [more, address] of [[{}, at.account], [{ permission: id }, account]] as const
  ) {
    const { calls } = await read(at, [{ to: router, value: "0x0", data }], more);
    assertEquals(calls[0]?.explanation?.steps?.[0]?.explanation?.fields.at(-1), {
      label: "To",
      value: { kind: "address", address },
    });
  }
});

Deno.test("clear: a page's ABI explains only its own call, and removes no warning", async () => {
  const at = await scene();
  const { calls, warnings } = await read(at, [
    { to: shop, value: "0x0", data: plant },
    { to: pool, value: "0x0", data: supply(at.account) },
    { to: shop, value: "0x0", data: "0xdeadbeef" },
    { to: shop, value: "0x0", data: plant, abi: ["function sow(uint256 seeds)"] },
  ], { abi });
  assertEquals(calls.map(({ explanation }) => [explanation?.source, explanation?.intent]), [
    ["app", "plant"],
    ["pinned", "Supply"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  assertEquals(warnings.map(({ code, call }) => [code, call]), [
    ["unknown_function", 0],
    ["unknown_function", 2],
    ["unknown_function", 3],
  ]);
});

Deno.test("clear: an ABI that breaks a rule is rejected with its path, and no user is prompted", async () => {
  const at = await scene();
  at.act = () => Promise.reject(new Error("the user was prompted"));
  const refused = async (more: { abi?: unknown; own?: unknown }) => {
    const calls = [{
      to: shop,
      value: "0x0" as Hex,
      data: plant,
      ...(more.own !== undefined && { abi: more.own }),
    }];
    const params = { account: at.account, chainId: 1, calls, abi: more.abi };
    const error = await assertRejects(
      () => at.wallet.ask("wallet_sendCalls", params, { signal }),
      AcctError,
    );
    return [error.data.cause, error.data.field];
  };
  assertEquals(await refused({ abi: "function" }), [
    "invalid_params",
    "params[0].capabilities.abi",
  ]);
  assertEquals(await refused({ abi: [1] }), ["invalid_params", "params[0].capabilities.abi[0]"]);
  assertEquals(await refused({ abi, own: [{}] }), [
    "invalid_params",
    "params[0].calls[0].capabilities.abi[0].name",
  ]);
  assertEquals(await refused({ own: Array.from({ length: 501 }, () => abi[0]) }), [
    "bundle_too_large",
    "params[0].calls[0].capabilities.abi",
  ]);
});
