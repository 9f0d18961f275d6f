/** The example's agent buys from the example's API; each is a separate process. */
import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { contracts } from "../../core/chain/contracts.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { openPayingScene, shop as receiver } from "../../tests/stack/agents/paying.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const command = (name: string, env: Record<string, string>, args: readonly string[] = []) =>
  new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", path(name), ...args],
    env,
    stdout: "piped",
    stderr: "piped",
  });

Deno.test("an agent buys three forecasts with a budget of three, and the fourth is rejected", async () => {
  await using stack = await startStack();
  const scene = await openPayingScene(stack);
  const { granted, privateKey } = await scene.grant({ gas: 0n, perDay: 30n });
  const folder = await Deno.makeTempDir();
  await using _folder = {
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  await Deno.writeTextFile(`${folder}/granted.json`, JSON.stringify(granted));
  const facilitator = generatePrivateKey();
  await stack.fund(privateKeyToAccount(facilitator).address, 10n ** 18n);
  const server = command("paid-api/server.ts", {
    FACILITATOR_KEY: facilitator,
    RPC_URL: stack.rpcUrl,
    TOKEN: scene.cash,
    AMOUNT: "10",
    PAY_TO: receiver,
    MANAGERS: contracts.permissions,
    PORT: "0",
  }).spawn();
  const lines = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!/:\d+\//.test(printed)) {
    const { done, value } = await lines.read();
    if (done) throw new Error(await new Response(server.stderr).text());
    printed += value;
  }
  const [, port] = /:(\d+)\//.exec(printed)!;
  try {
    const cities = ["oslo", "bergen", "bodo", "moss"];
    const before = await scene.balance(receiver);
    const { success, stdout } = await command("agent/main.ts", {
      AGENT_KEY: privateKey,
      RPC_URL: stack.rpcUrl,
      GRANT: `${folder}/granted.json`,
      PER_REQUEST: "10",
      JOURNAL: `${folder}/payments.jsonl`,
    }, cities.map((city) => `http://127.0.0.1:${port}/forecast/${city}`)).output();
    const text = new TextDecoder().decode(stdout);
    assertEquals([success, text.match(/paid 10 to 127\.0\.0\.1 by erc7710/g)?.length], [
      false,
      3,
    ]);
    assertMatch(text, /"city":"bodo"/);
    assertMatch(text, /over_permission/);
    assertEquals(await scene.balance(receiver) - before, 30n);

    // The commands of the documentation have the same result.
    const document = await Deno.readTextFile(path("../docs/agents.md"));
    const [, lines] = [...document.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
      .map(([, code]) => code!);
    const program = path("agent/.lines.ts");
    await Deno.writeTextFile(program, lines!);
    try {
      const other = await scene.grant({ gas: 0n });
      await Deno.writeTextFile(`${folder}/other.json`, JSON.stringify(other.granted));
      const { stdout, stderr } = await command("agent/.lines.ts", {
        AGENT_KEY: other.privateKey,
        RPC_URL: stack.rpcUrl,
        GRANT: `${folder}/other.json`,
      }, [`http://127.0.0.1:${port}/forecast/oslo`]).output();
      assertMatch(
        new TextDecoder().decode(stdout),
        /"city":"oslo"/,
        new TextDecoder().decode(stderr),
      );
    } finally {
      await Deno.remove(program);
    }
  } finally {
    server.kill("SIGTERM");
    await server.status;
    await lines.cancel();
    await server.stderr.cancel();
  }
});
