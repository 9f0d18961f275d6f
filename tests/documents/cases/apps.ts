/** Examples that take a provider, or need no page, on Base. @module */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
  stringToHex,
} from "viem";
import { origin } from "../../conformance/wallet.ts";
import { createSiweMessage, parseSiweMessage, verifySiweMessage } from "viem/siwe";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { TestUser } from "../../../core/virtual/test_user.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { user } from "../../stack/support/client.ts";
import { claimName } from "../../stack/names/names.ts";
import { type Case, fn } from "../example.ts";
import { runProgram } from "../programs.ts";
import { FRIEND, openWallet, openWalletPage, readerOf, type Wallet } from "../wallet.ts";
import { USDC, type World } from "../world.ts";

/** A request that the user rejects. */
async function rejectedIn(world: World): Promise<unknown> {
  let answering: TestUser | undefined;
  await using wallet = await openWallet(world, {
    answers: (usual) => answering = usual as TestUser,
  });
  answering!.answer = "reject";
  return await wallet.provider.request({
    method: "personal_sign",
    params: ["0x68656c6c6f", wallet.address],
  }).then(() => null, (error: unknown) => error);
}

/** An error that no user caused. */
async function wrongIn({ provider }: Wallet): Promise<unknown> {
  return await provider.request({ method: "wallet_sendCalls", params: [{ calls: [] }] })
    .then(() => null, (error: unknown) => error);
}

/** Examples by the names of their blocks. */
export const appCases: Readonly<Record<string, Case>> = {
  "docs/sponsorship.md#your-own-server-in-front": {
    stands: ({ stack, apiKey }) => ({
      "https://api.example.com/v1/paymaster/8453":
        `${stack.serverUrl}/v1/paymaster/${stack.chainId}`,
      'Deno.env.get("SECRET_KEY")!': JSON.stringify(apiKey),
    }),
    async run({ world: { stack }, load }) {
      const sponsor = fn(await load(), "sponsor");
      const ask = async (session: string) => {
        const operation = { sender: stack.addresses.sponsor, nonce: "0x0", callData: "0x" };
        const params = [operation, ENTRY_POINT, numberToHex(stack.chainId), { session }];
        const body = { jsonrpc: "2.0", id: 1, method: "pm_getPaymasterStubData", params };
        const request = new Request("https://shop.example", {
          method: "POST",
          body: JSON.stringify(body),
        });
        return await (await (sponsor(request) as Promise<Response>)).json();
      };
      assertEquals((await ask("a stranger")).error.message, "Sign in first.");
      const { result } = await ask("a session of this app");
      assertEquals(result?.paymaster, stack.addresses.sponsor);
    },
  },
  "docs/accounts.md#add-a-passkey": {
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const secondPasskey = fn(await load(), "secondPasskey");
      assertEquals(await secondPasskey(wallet.provider), ["Test", "Second"]);
    },
  },
  "docs/verify-signatures.md#javascript": {
    stands: ({ base }) => ({ "transport: http()": `transport: http("${base.rpcUrl}")` }),
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const signedIn = fn(await load(), "signedIn");
      const { host: domain, origin: uri } = new URL(origin);
      const nonce = "12345678abcdef";
      const { address } = wallet;
      const message = createSiweMessage({
        address,
        chainId: 8453,
        domain,
        nonce,
        uri,
        version: "1",
      });
      const signature = await wallet.provider.request({
        method: "personal_sign",
        params: [stringToHex(message), address],
      });
      assertEquals(await signedIn(message, signature, nonce, domain), address);
      assertEquals(await signedIn(message, signature, "other12345678", domain), null);
      const other = message.replace("Chain ID: 8453", "Chain ID: 1");
      assertEquals(await signedIn(other, signature, nonce, domain), null);
    },
  },
  "docs/clear-signing.md#an-apps-own-abi": {
    async run({ world, load }) {
      const garden: Address = `0x${"9a".repeat(20)}`;
      await world.base.node.request("anvil_setCode", [garden, "0x00"]);
      let answering: TestUser | undefined;
      await using wallet = await openWallet(world, {
        answers: (usual) => answering = usual as TestUser,
      });
      const data = encodeFunctionData({
        abi: parseAbi(["function plant(uint256 seeds, address gardener)"]),
        args: [7n, FRIEND],
      });
      const plant = fn(await load(), "plant");
      const { id } = await plant(wallet.provider, garden, data) as { readonly id: string };
      assertEquals(await wallet.settled(id), 200);
      // The dialog had the app's own text for it.
      const shown = Deno.inspect(answering!.requests.at(-1)!.preview, { depth: 20 });
      for (const word of ["plant", "seeds", "gardener"]) assertMatch(shown, new RegExp(word));
    },
  },
  "docs/errors.md#errors": {
    async run({ world, load }) {
      const wasRefused = fn(await load(), "wasRefused");
      await using wallet = await openWallet(world);
      assertEquals(wasRefused(await rejectedIn(world)), true);
      assertEquals(wasRefused(await wrongIn(wallet)), false);
      assertEquals(wasRefused(null), false);
    },
  },
  "docs/faq.md#how-do-i-distinguish-a-rejection-from-an-error": {
    async run({ world, load }) {
      const textOf = fn(await load(), "textOf");
      await using wallet = await openWallet(world);
      assertEquals(textOf(await rejectedIn(world)), null);
      assertMatch(String(textOf(await wrongIn(wallet))), /calls/);
    },
  },
  "docs/events.md#events": {
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const told: unknown[][] = [];
      const { log } = console;
      console.log = (...words) => void told.push(words);
      try {
        const stop = fn(await load(), "follow")(wallet.provider) as () => void;
        const { id } = await wallet.provider.request({
          method: "wallet_sendCalls",
          params: [{ version: "2.0.0", calls: [{ to: FRIEND }] }],
        });
        await until(
          "the end is told",
          () => told.some(([about, status]) => about === id && status === 200),
        );
        stop();
      } finally {
        console.log = log;
      }
    },
  },
  "docs/methods.md#methods": {
    async run({ world, load }) {
      const connectWithin = fn(await load(), "connectWithin");
      await using quick = openWalletPage(world);
      const [address] = await connectWithin(quick.provider, 600_000) as Hex[];
      assertMatch(address!, /^0x[0-9a-fA-F]{40}$/);
      let asked = 0;
      await using slow = openWalletPage(world, {
        answers: (usual) => ({
          ...usual,
          // A user who never answers.
          request: (_method, { signal }: { readonly signal: AbortSignal }) => {
            asked++;
            return new Promise((resolve) => signal.addEventListener("abort", resolve));
          },
        }),
      });
      const error = await assertRejects(
        () => connectWithin(slow.provider, 3_000) as Promise<unknown>,
        AcctError,
      );
      assertEquals([error.code, asked], [4001, 1]);
    },
  },
  "docs/methods.md#types": {
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const exports = await load();
      const { provider, address } = wallet;
      assertEquals(await fn(exports, "examples")(provider, address), "0x2105");
      assertEquals(await fn(exports, "forward")(provider, "eth_chainId", []), "0x2105");
    },
  },
  "docs/methods.md#wallet_connect": {
    async run({ world, load }) {
      await using page = openWalletPage(world);
      const nonce = "abcdefgh12345678";
      const { message, signature } = await fn(await load(), "signIn")(page.provider, nonce) as {
        readonly message: string;
        readonly signature: Hex;
      };
      assertEquals(parseSiweMessage(message).statement, "Welcome to the shop.");
      const domain = new URL(origin).host;
      const client = readerOf(world);
      assert(await verifySiweMessage(client, { message, signature, domain, nonce }));
    },
  },
  "docs/methods.md#wallet_sendcalls": {
    stands: ({ stack }) => ({ "https://pay.example/v1": `${stack.serverUrl}/v1/paymaster/8453` }),
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      await world.base.mint(USDC, wallet.address, 5n);
      const args = [FRIEND, 5n] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
      const id = await fn(await load(), "pay")(wallet.provider, USDC, data) as string;
      assertEquals(await wallet.settled(id), 200);
      const { address } = wallet;
      const client = readerOf(world);
      const functionName = "balanceOf";
      const read = { address: USDC, abi: erc20Abi, functionName, args: [address] } as const;
      assertEquals(await client.readContract(read), 0n);
      // It had no ether: the fee was the sponsor's.
      assertEquals(await client.getBalance({ address }), 0n);
    },
  },
  "docs/quick-start.md#deno-or-any-bundler-without-a-framework 2": {
    async run({ world, load }) {
      await using wallet = await openWallet(world);
      const client = fn(await load(), "clientOf")(wallet.provider) as {
        getAddresses(): Promise<Hex[]>;
        sendTransaction(call: object): Promise<Hex>;
      };
      const [account] = await client.getAddresses();
      assertEquals(account, wallet.address);
      const hash = await client.sendTransaction({ account, to: FRIEND, chain: null });
      assertEquals((await readerOf(world).getTransactionReceipt({ hash })).status, "success");
    },
  },
  "docs/options.md#options": {
    async run(example) {
      const { error } = await runProgram(example);
      assertMatch(error, /^apiKey /);
    },
  },
  "docs/names.md#on-the-local-stack": {
    stands: ({ stack }) => ({
      "http://127.0.0.1:8545": stack.rpcUrl,
      "0x…": stack.ens!.universalResolver,
    }),
    gives: ["client"],
    async run({ world, load }) {
      const alice = user(8100);
      const { error } = await claimName(world.stack, alice, "alice");
      assertEquals(error, undefined);
      const { client } = await load() as {
        readonly client: { getEnsAddress(query: object): Promise<Address | null> };
      };
      assertEquals(
        await client.getEnsAddress({ name: "alice.demo.eth" }),
        alice.account.address,
      );
    },
  },
};
