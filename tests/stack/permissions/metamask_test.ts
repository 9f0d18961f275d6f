/**
 * MetaMask's client, as published, is granted permissions of ERC-7715 and redeems them by ERC-7710,
 * with our wallet, service and contracts.
 */
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { createPublicClient, erc20Abi, getAddress, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { contracts } from "../../../core/chain/contracts.ts";
import type { ProviderInterface } from "../../../core/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";
import { startTestStack } from "../support/start.ts";
import { viemChain } from "../support/viem_chain.ts";

const folder = fileURLToPath(new URL("../../kits/metamask/", import.meta.url));
const receiver: Hex = `0x${"c5".repeat(20)}`;

/** Output of the client. */
interface Seen {
  readonly supported: Record<string, { chainIds: number[]; ruleTypes: string[] }>;
  readonly granted: readonly Granted[];
  /** By a thief of the context; 60, then 41, then 40 of 100. */
  readonly used: readonly string[][];
  readonly payeeOnly: string;
  readonly refused: readonly unknown[];
  readonly listed: readonly Granted[];
  readonly revoked: unknown;
  readonly left: readonly Granted[];
}

/** A permission as the client reads it. */
interface Granted {
  readonly context: Hex;
  readonly delegationManager: Hex;
  readonly dependencies: readonly unknown[];
  readonly from: Hex;
  readonly permission: { readonly type: string };
  readonly rules: readonly { readonly type: string }[];
}

/** Lets another program call a provider over HTTP. */
function serve(provider: ProviderInterface): { url: string } & AsyncDisposable {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (asked) => {
      const { id, method, params } = await asked.json();
      try {
        const result = await provider.request({ method, params });
        return Response.json({ jsonrpc: "2.0", id, result });
      } catch (cause) {
        const { code, message } = cause as { code: number; message: string };
        return Response.json({ jsonrpc: "2.0", id, error: { code, message } });
      }
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Runs the client, which can only reach this machine. */
async function runClient(options: Record<string, unknown>): Promise<Seen> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-config",
      "--no-check",
      `--lock=${folder}client.lock`,
      "--allow-env",
      "--allow-net=127.0.0.1",
      `${folder}client.ts`,
      JSON.stringify(options),
    ],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  assert(success, text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

Deno.test("MetaMask's client: five kinds are granted, redeemed within their limits, and end", async () => {
  await using stack = await startTestStack();
  await using page = openPage(stack);
  const [account] = await page.provider.request({ method: "eth_requestAccounts" }) as [Hex];
  const [token] = stack.tokens;
  await stack.mint(token.address, account, 10_000n);
  await stack.fund(account, 10n ** 18n);
  const [key, thief] = [generatePrivateKey(), generatePrivateKey()];
  for (const each of [key, thief]) {
    await stack.fund(privateKeyToAccount(each).address, 10n ** 18n);
  }
  await using bridge = serve(page.provider);
  const client = createPublicClient({
    chain: viemChain(stack),
    transport: patientHttp(stack.rpcUrl),
  });
  const expiry = Number((await client.getBlock()).timestamp) + 300 * 86_400;
  const seen = await runClient({
    walletUrl: bridge.url,
    rpcUrl: stack.rpcUrl,
    manager: contracts.permissions,
    token: token.address,
    receiver,
    key,
    thief,
    expiry,
  });

  assertEquals(seen.supported["erc20-token-periodic"], {
    chainIds: [stack.chainId],
    ruleTypes: ["expiry", "payee", "redeemer"],
  });
  const kinds = [
    "native-token-periodic",
    "erc20-token-periodic",
    "native-token-allowance",
    "erc20-token-allowance",
    "erc20-token-stream",
  ];
  assertEquals(seen.granted.map(({ permission }) => permission.type), kinds);
  for (const { from, delegationManager, dependencies } of seen.granted) {
    assertEquals([getAddress(from), getAddress(delegationManager), dependencies.length], [
      getAddress(account),
      getAddress(contracts.permissions),
      0,
    ]);
  }
  assertEquals(seen.granted.map(({ rules }) => rules.map(({ type }) => type)), [
    ["expiry"],
    ["expiry", "payee"],
    [],
    ["expiry", "redeemer"],
    ["expiry"],
  ]);
  const within = ["reverted", "success", "reverted", "success"];
  assertEquals(seen.used, kinds.map(() => within), "a thief, 60, 41 and 40 of 100");
  assertEquals(seen.payeeOnly, "reverted");
  assertEquals(seen.refused, [5700, 5700, 5700]);
  assertEquals(await client.getBalance({ address: receiver }), 200n);
  const balance = await client.readContract({
    address: token.address,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [receiver],
  });
  assertEquals(balance, 300n);
  // Listed newest first; a former stream is listed as the allowance that it gave.
  const contexts = (list: readonly Granted[]) => list.map(({ context }) => context).toSorted();
  assertEquals(contexts(seen.listed), contexts(seen.granted));
  assertEquals(seen.revoked, {});
  assertEquals(contexts(seen.left), contexts(seen.granted.slice(1)));
});
