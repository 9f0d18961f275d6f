/**
 * An agent's process is killed in the middle of a payment: no payment is lost, and none is made
 * twice.
 */
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { type Agent, openPayingScene, shop } from "../stack/agents/paying.ts";
import { startTestStack } from "../stack/support/start.ts";

const child = fileURLToPath(new URL("../stack/agents/paying_child.ts", import.meta.url));

/** Forwards requests, and blocks the one that a test waits for. */
function tap(to: string, stop: (asked: Request, body: string) => "before" | "after" | null) {
  const reached = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let armed = false;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (asked) => {
      const body = await asked.text();
      const { pathname } = new URL(asked.url);
      const at = armed ? stop(asked, body) : null;
      const forward = async () => {
        const response = await fetch(`${to}${pathname}`, {
          method: asked.method,
          headers: asked.headers,
          ...(body !== "" && { body }),
        });
        const headers = new Headers(response.headers);
        headers.delete("content-encoding");
        return new Response(await response.arrayBuffer(), { status: response.status, headers });
      };
      if (at === null) return await forward();
      if (at === "after") await forward();
      reached.resolve();
      await ended.promise;
      return new Response(null, { status: 503 });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    reached: reached.promise,
    arm: (on: boolean) => void (armed = on),
    [Symbol.asyncDispose]: async () => {
      ended.resolve();
      await server.shutdown();
    },
  };
}

const isPaid = (asked: Request) => asked.headers.has("payment-signature");
const sends = (_: Request, body: string) => body.includes("eth_sendRawTransaction");

/** A point at which the process is killed. */
interface Place {
  readonly method: "erc7710" | "eip3009" | "permit2";
  /** The API, or the node that is sent a transaction. */
  readonly at: "api" | "node";
  /** Before it did its part, or after. */
  readonly when: "before" | "after";
  /** Which of the transactions: the fill, or the approval of Permit2. */
  readonly transaction?: "fill" | "approval";
}

const places: readonly Place[] = [
  { method: "erc7710", at: "api", when: "before" },
  { method: "erc7710", at: "api", when: "after" },
  { method: "eip3009", at: "node", when: "before" },
  { method: "eip3009", at: "node", when: "after" },
  { method: "eip3009", at: "api", when: "before" },
  { method: "eip3009", at: "api", when: "after" },
  { method: "permit2", at: "node", when: "before" },
  { method: "permit2", at: "node", when: "after" },
  { method: "permit2", at: "node", when: "before", transaction: "approval" },
  { method: "permit2", at: "node", when: "after", transaction: "approval" },
  { method: "permit2", at: "api", when: "before" },
  { method: "permit2", at: "api", when: "after" },
];

Deno.test("agents: a process killed at any point pays once, after it is started again", async (t) => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  const folder = await Deno.makeTempDir();
  await using _folder = {
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  const start = (agent: Agent, rpcUrl: string, url: string, journal: string) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "-A",
        child,
        JSON.stringify({ ...agent, rpcUrl, url, journal, token: scene.cash, key: undefined }),
      ],
      stdout: "piped",
      stderr: "piped",
    }).spawn();

  for (const { method, at, when, transaction = "fill" } of places) {
    const part = transaction === "fill" ? "its part" : "its part with the approval";
    await t.step(`${method}, ${when} the ${at} did ${part}`, async () => {
      const agent = await scene.grant();
      await using served = scene.serve({ methods: [method] });
      await using api = tap(served.url, (asked) => at === "api" && isPaid(asked) ? when : null);
      let sent = 0;
      await using node = tap(stack.rpcUrl, (asked, body) => {
        if (at !== "node" || !sends(asked, body)) return null;
        return ++sent === (transaction === "fill" ? 1 : 2) ? when : null;
      });
      const journal = `${folder}/${method}-${at}-${when}-${transaction}.jsonl`;
      const before = await scene.balance(shop);
      const had = await scene.balance(agent.granted.account);
      const tapped = at === "api" ? api : node;
      const url = `${api.url}/forecast/oslo`;
      tapped.arm(true);
      const first = start(agent, node.url, url, journal);
      await tapped.reached;
      first.kill("SIGKILL");
      const killed = await first.output();
      assertEquals([killed.success, new TextDecoder().decode(killed.stdout)], [false, ""]);
      tapped.arm(false);
      const again = await start(agent, node.url, url, journal).output();
      const text = new TextDecoder();
      assert(again.success, text.decode(again.stderr));
      assertEquals(JSON.parse(text.decode(again.stdout)), {
        status: 200,
        body: { city: "oslo", sky: "clear" },
      });
      assertEquals(await scene.balance(shop) - before, 10n, "paid once");
      assertEquals(had - await scene.balance(agent.granted.account), 10n, "taken once");
      assertEquals(await scene.balance(agent.key.address), 0n, "nothing is left over");
      const records = (await Deno.readTextFile(journal)).trimEnd().split("\n")
        .map((line) => JSON.parse(line));
      assertEquals(new Set(records.map(({ header }) => header.value)).size, 1, "the same bytes");
      assertEquals(records.at(-1).status, "paid");
    });
  }
});
