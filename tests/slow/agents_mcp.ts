/** A budget as MCP tools, driven by the official client, as published. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { readBudgetLink } from "../../pay/mod.ts";
import { runPackages } from "../stack/agents/packages_shop.ts";
import { openPayingScene, shop } from "../stack/agents/paying.ts";
import { startTestStack } from "../stack/support/start.ts";

const main = fileURLToPath(new URL("../../mcp/main.ts", import.meta.url));
const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
const friend: Hex = `0x${"fe".repeat(20)}`;
const stranger: Hex = `0x${"5a".repeat(20)}`;

interface Seen {
  readonly tools: readonly string[];
  readonly results: readonly { readonly isError: boolean; readonly text: string }[];
}

Deno.test("agents: MCP's official client pays, and no instruction exceeds the budget", async () => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  await using api = scene.serve({ amount: 20_000n });
  await using dear = scene.serve({ amount: 60_000n });
  const folder = await Deno.makeTempDir();
  await using _folder = {
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  const run = (...args: string[]) => ["run", "--quiet", "-A", `--config=${config}`, main, ...args];
  const command = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: run(...args, "--folder", folder),
    }).output();
    const text = new TextDecoder();
    return { success, text: text.decode(stdout) + text.decode(stderr) };
  };
  const agent = await scene.grant({ perDay: 100_000n, inAll: 150_000n });
  await Deno.writeTextFile(`${folder}/key`, agent.privateKey, { mode: 0o644 });
  const host = (url: string) => new URL(url).host;
  const init = [
    ...["init", "--name", "Ada", "--rpc", stack.rpcUrl, "--chain", String(stack.chainId)],
    ...["--token", scene.cash, "--page", "https://wallet.test/budget"],
    ...["--per-request", "50000", "--host", host(api.url), "--host", host(dear.url)],
    ...["--send-to", friend],
  ];
  const open = await command(...init);
  assertEquals(open.success, false);
  assertMatch(open.text, /Other users can read/);
  await Deno.chmod(`${folder}/key`, 0o600);
  assertEquals(await command(...init), {
    success: true,
    text: `The user grants to ${agent.key.address}\n`,
  });
  const call = async (...calls: [name: string, input: Record<string, unknown>][]) =>
    await runPackages<Seen>("mcp_client", {
      command: Deno.execPath(),
      args: run("--folder", folder),
      calls,
    });

  const before = await call(["balance", {}], ["pay_url", { url: `${api.url}/forecast/oslo` }]);
  assertEquals(before.tools, ["balance", "pay_url", "send", "history", "request_budget"]);
  assertEquals(before.results.map(({ isError }) => isError), [true, true]);
  assertMatch(before.results[0]!.text, /no budget yet/);

  await Deno.writeTextFile(`${folder}/given.json`, JSON.stringify(agent.granted));
  assertMatch((await command("grant", `${folder}/given.json`)).text, /is stored/);
  const other = await scene.grant();
  await Deno.writeTextFile(`${folder}/other.json`, JSON.stringify(other.granted));
  assertEquals((await command("grant", `${folder}/other.json`)).success, false);

  const paid = await scene.balance(shop);
  const url = `${api.url}/forecast/oslo`;
  const good = await call(
    ["balance", {}],
    ["pay_url", { url }],
    ["pay_url", { url, max_amount: "0.05" }],
    ["send", { to: friend, amount: "0.01", id: "one" }],
    ["send", { to: friend, amount: "0.01", id: "one" }],
    ["history", {}],
    ["request_budget", { per_day: "1.5", in_all: "20", days: 30 }],
  );
  assertEquals(good.results.map(({ isError }) => isError), Array(7).fill(false));
  const read = good.results.map(({ text }) => JSON.parse(text));
  assertEquals(read[0].budget, [
    { per: "day", allowed: "0.1 CASH", left: "0.1 CASH" },
    { per: "in all", allowed: "0.15 CASH", left: "0.15 CASH" },
  ]);
  assertEquals([read[1].status, read[1].paid.amount, JSON.parse(read[1].text).city], [
    200,
    "0.02 CASH",
    "oslo",
  ]);
  assertEquals(read[5].payments.length, 3);
  assertEquals(await scene.balance(shop) - paid, 40_000n);
  assertEquals(await scene.balance(friend), 10_000n, "the same id sends once");
  const asked = readBudgetLink(read[6].link)!;
  assertEquals([asked.name, asked.chainId, asked.request.spender], [
    "Ada",
    stack.chainId,
    agent.key.address,
  ]);
  assertEquals(asked.request.permissions.spends[0]?.allowance, "1500000");

  const hostile: [string, Record<string, unknown>][] = [
    // Above the maximum of a payment, independent of the model's instructions.
    ["pay_url", { url: `${dear.url}/forecast/oslo` }],
    ["pay_url", { url: `${dear.url}/forecast/oslo`, max_amount: "0.06" }],
    ["pay_url", { url, max_amount: "999999999999" }],
    // The API charges 0.02.
    ["pay_url", { url, max_amount: "0.01" }],
    ["pay_url", { url, perRequest: "1000000" }],
    ["pay_url", { url, max_amount: "-1" }],
    ["pay_url", { url, method: "DELETE" }],
    // Addresses of the user's own network, and other hosts.
    ["pay_url", { url: "http://169.254.169.254/latest/meta-data" }],
    ["pay_url", { url: stack.rpcUrl }],
    ["pay_url", { url: "file:///etc/passwd" }],
    ["pay_url", { url: "https://elsewhere.example/" }],
    ["pay_url", { url: `http://user:word@${host(api.url)}/forecast/oslo` }],
    ["send", { to: stranger, amount: "0.01", id: "two" }],
    ["send", { to: friend, amount: "0.06", id: "three" }],
    ["send", { to: friend, amount: "0.02", id: "one" }],
    ["send", { to: friend, amount: "1e-2", id: "four" }],
    ["send", { to: friend, amount: 0.01, id: "five" }],
    ["send", { to: friend, amount: "0.0000001", id: "six" }],
    ["send", { to: "friend.eth", amount: "0.01", id: "seven" }],
    ["request_budget", { per_day: "0", days: 1 }],
    ["request_budget", { per_day: "1", days: 100_000 }],
    ["drain", {}],
    // Within every limit of the program, and above the chain's remaining budget of the day: 0.05.
    ["send", { to: friend, amount: "0.04", id: "eight" }],
    ["send", { to: friend, amount: "0.02", id: "nine" }],
    ["pay_url", { url }],
  ];
  const tried = await call(...hostile);
  assertEquals(
    tried.results.map(({ isError }, index) => [hostile[index], isError]),
    hostile.map((each) => [each, each[1].id !== "eight"]),
  );
  for (const { text } of tried.results) assert(!text.includes(agent.privateKey));
  assertMatch(tried.results[0]!.text, /^over_limit/);
  assertMatch(tried.results.at(-1)!.text, /^over_permission/);
  assertEquals(await scene.balance(shop) - paid, 40_000n);
  assertEquals([await scene.balance(friend), await scene.balance(stranger)], [50_000n, 0n]);
});
