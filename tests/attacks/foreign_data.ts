/** Nodes, prices and token lists from a page. @module */
import { assertEquals, assertMatch } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import { getWorld, newUser, openApp, press, type User } from "../browser/harness.ts";
import { attack } from "./attack.ts";
import { answersOf, opened, openHostile, ready, serveHostile } from "./hostile.ts";

/** Collects the requests of a user's pages, with their bodies, from now on. */
function traffic(user: User): { url: string; body: string }[] {
  const all: { url: string; body: string }[] = [];
  user.context.on("request", (request) => {
    all.push({ url: request.url(), body: request.postData() ?? "" });
  });
  return all;
}

const methods = [
  "wallet_addEthereumChain",
  "wallet_updateEthereumChain",
  "wallet_switchEthereumChain",
  "wallet_watchAsset",
  "wallet_registerOnboarding",
  "eth_sendRawTransaction",
  "eth_sign",
];

attack("foreign data: the wallet host uses its own service, whatever a page brings", async () => {
  const { stack } = await getWorld();
  const [usd] = stack.tokens;
  await using hostile = await serveHostile("foreign_data");
  const seen: string[] = [];
  await using evil = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request.url);
    return Response.json({ jsonrpc: "2.0", id: 1, result: "0x" });
  });
  const url = `http://localhost:${evil.addr.port}`;
  await using user = await newUser();
  const asked = traffic(user);
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  const lure = `${JSON.stringify(url)}, ${JSON.stringify(usd.address)}`;
  await page.evaluate(`attack.introduceWith(${lure})`);
  await press(popup, "sdk-create");
  await page.waitForFunction(`heard.some(({ data }) => data.id === "connect")`);
  const [connected] = await answersOf(page);
  const { account } = connected!.result as { account: { address: Hex } };
  await stack.mint(usd.address, account.address, 50_000_000n);
  await stack.fund(account.address, 10n ** 18n);

  const to: Hex = `0x${"a1".repeat(20)}`;
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [to, 20_000_000n],
  });
  await page.evaluate(`attack.send("${account.address}", ${lure}, "${data}")`);
  await popup.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  const words = await popup.getByTestId("sdk-card").innerText();
  assertMatch(words, /20\s*TUSD/);
  assertEquals(/DUST|Dust|Mine/.test(words), false, words);
  await press(popup, "sdk-cancel");
  await page.waitForFunction(`heard.some(({ data }) => data.id === "send")`);
  for (const method of methods) await page.evaluate(`attack.askFor("${method}", ${lure})`);
  await page.waitForFunction(`heard.length >= ${3 + methods.length}`);
  const refused = (await answersOf(page)).slice(-methods.length);
  assertEquals(
    refused.map(({ id, error }) => [id, error?.code]),
    // An asset's only accepted field is an address, so the page's value is invalid.
    methods.map((method) => [method, method === "wallet_watchAsset" ? -32602 : 4200]),
  );

  assertEquals(seen, []);
  const origins = new Set(asked.map(({ url }) => new URL(url).origin));
  const expected = [hostile.origin, stack.keysUrl, stack.browserServerUrl];
  assertEquals([...origins].sort(), expected.map((each) => new URL(each).origin).sort());
  const told = asked.filter(({ body }) => /DUST|rpcUrl|prices|tokenList/.test(body));
  assertEquals(told, [], "the service does not hear of it either");
  assertEquals(user.problems, []);
});

attack("foreign data: a page's own provider adds no chain, token or node", async () => {
  const { stack } = await getWorld();
  const seen: string[] = [];
  await using evil = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request.url);
    return Response.json({ jsonrpc: "2.0", id: 1, result: "0x1" });
  });
  const url = `http://localhost:${evil.addr.port}`;
  for (const mode of ["CrossPlatform", "AppSpecific"] as const) {
    await using user = await newUser();
    const app = await openApp(user, { mode });
    const chain = {
      chainId: numberToHex(4242),
      chainName: "Mine",
      rpcUrls: [url],
      nativeCurrency: { name: "Dust", symbol: "DUST", decimals: 18 },
    };
    // Only the address of a token counts; the rest is read from the chain
    // (tests/browser/watch_asset_test.ts).
    const token = { type: "ERC20", options: { symbol: "DUST", decimals: 18, image: url } };
    for (
      const [method, params, code] of [
        ["wallet_addEthereumChain", [chain], 4902],
        // A supported chain is accepted with the service's settings. The page's node gets no
        // request.
        ["wallet_addEthereumChain", [{ ...chain, chainId: numberToHex(stack.chainId) }], undefined],
        ["wallet_watchAsset", token, -32602],
        ["wallet_switchEthereumChain", [chain], 4902],
        ["wallet_switchEthereumChain", [{ chainId: chain.chainId, rpcUrl: url }], 4902],
      ] as const
    ) assertEquals([method, (await app.ask(method, params)).error?.code], [method, code]);
    assertEquals((await app.ask("eth_chainId")).result, numberToHex(stack.chainId));
    assertEquals(user.context.pages().length, 1);
  }
  assertEquals(seen, []);
});
