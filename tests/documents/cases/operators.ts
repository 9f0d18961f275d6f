/** Examples for operators of the service: settings, their tools, receivers of notices. @module */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { createHmac } from "node:crypto";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { readConfig } from "../../../service/main/config.ts";
import { namePolicySchema } from "../../../service/names/policy.ts";
import { developmentPolicy, policySchema } from "../../../service/keys/policy.ts";
import { openStore } from "../../../service/store/store.ts";
import { account, fill } from "../../../service/store/testing/fill.ts";
import { openPayingScene } from "../../stack/agents/paying.ts";
import { readBlocks } from "../blocks.ts";
import { type Case, replaced } from "../example.ts";
import { programOf, runShell } from "../programs.ts";
import { FRIEND, openWallet } from "../wallet.ts";
import type { World } from "../world.ts";

const address = `0x${"5e".repeat(20)}`;
const url = "https://example.com/";

/** Secrets that the settings name. */
const secrets: Readonly<Record<string, string>> = {
  SPONSOR_KEY: generatePrivateKey(),
  RELAYER_KEY: generatePrivateKey(),
  FEE_KEY: generatePrivateKey(),
  NAMES_KEY: generatePrivateKey(),
  ALARM_SECRET: "a secret of twenty and more",
  VAPID_KEY: "A".repeat(43),
};

/** The complete settings of the document, with addresses and a key filled in. */
async function settingsOf({ apiKey }: World): Promise<Record<string, unknown>> {
  const block = (await readBlocks()).find(({ name }) =>
    name === "docs/self-hosting/configuration.md#example"
  );
  return JSON.parse(replaced(block!.text, { "0x…": address, "pk_live_…": apiKey }));
}

/** Checks settings as the service does when it starts. */
export async function assertSettings(
  world: World,
  change: (chain: Record<string, unknown>) => Readonly<Record<string, unknown>>,
): Promise<ReturnType<typeof readConfig>> {
  const settings = await settingsOf(world);
  const [chain] = settings.chains as Record<string, unknown>[];
  const more = change(chain!);
  return readConfig(JSON.stringify({ ...settings, ...more }), (name) => secrets[name]);
}

/** A folder with settings for a local database and chain. */
async function openFolder(world: World, more: Readonly<Record<string, unknown>> = {}) {
  const folder = await Deno.makeTempDir();
  const settings = {
    host: "example.com",
    port: 0,
    database: `${folder}/service.sqlite`,
    chains: [{ id: 8453, name: "Base", rpcUrl: world.base.rpcUrl, bundlerUrl: url }],
    ...more,
  };
  await Deno.writeTextFile(`${folder}/service.json`, JSON.stringify(settings));
  const policy = (await readBlocks()).find(({ name }) =>
    name === "docs/self-hosting/sponsor.md#sponsorship-policy"
  );
  await Deno.writeTextFile(`${folder}/policy.json`, policy!.text);
  return {
    folder,
    /** The lines of a block, with the folder's files. */
    lines: (text: string) =>
      text.replaceAll("service.json", `${folder}/service.json`)
        .replaceAll("policy.json", `${folder}/policy.json`)
        .replaceAll("\\\n", " ").trim().split("\n"),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const text0x = { "0x…": address };

/** Examples by the names of their blocks. */
export const operatorCases: Readonly<Record<string, Case>> = {
  "docs/self-hosting/configuration.md#example": {
    async run({ world }) {
      const { host, chains } = await assertSettings(world, () => ({}));
      assertEquals([host, chains[0]!.id], ["example.com", 1]);
    },
  },
  "docs/self-hosting/configuration.md#add-a-chain": {
    stands: () => ({ "https://…": url }),
    async run({ world, text }) {
      const { chains } = await assertSettings(world, () => ({ chains: [JSON.parse(text)] }));
      assertEquals([chains[0]!.id, chains[0]!.name], [8453, "Base"]);
    },
  },
  "docs/self-hosting/sponsor.md#fees-in-tokens": {
    stands: () => text0x,
    async run({ world, text }) {
      const settings = JSON.parse(text);
      settings.tokens[1].address = FRIEND;
      const { chains } = await assertSettings(world, (chain) => ({
        chains: [{ ...chain, tokenFees: settings }],
      }));
      assertEquals(chains[0]!.tokenFees!.tokens.length, 2);
    },
  },
  "docs/self-hosting/configuration.md#recovery-notices": {
    stands: () => ({ "B… (87 characters)": `B${"A".repeat(86)}` }),
    async run({ world, text }) {
      const { alarms } = await assertSettings(world, () => JSON.parse(`{${text}}`));
      assertEquals(alarms!.webhook!.url, "https://ops.example.com/acct");
    },
  },
  "docs/self-hosting/sponsor.md#sponsorship-policy": {
    run({ text }) {
      policySchema.parse(JSON.parse(text));
      return Promise.resolve();
    },
  },
  "docs/self-hosting/sponsor.md#sponsorship-policy 2": {
    stands: () => text0x,
    run({ text }) {
      assertEquals(
        policySchema.parse({ ...developmentPolicy, targets: JSON.parse(text) }).targets!.length,
        2,
      );
      return Promise.resolve();
    },
  },
  "docs/names.md#link-a-domain 2": {
    stands: () => text0x,
    async run({ world, text }) {
      const { names } = await assertSettings(world, () => JSON.parse(text));
      assertEquals(names!.chainId, 1);
    },
  },
  "docs/names.md#policy": {
    run({ text }) {
      const stated = JSON.parse(text);
      // Each of the limits has the documented default; one is derived from another.
      const { claimsPerDayByNewAccounts: newcomers, ...others } = namePolicySchema.parse(stated);
      const defaults = namePolicySchema.parse({ textKeys: stated.textKeys });
      assertEquals([newcomers, others], [0.8 * defaults.claimsPerDay, defaults]);
      return Promise.resolve();
    },
  },
  "docs/fees.md#for-pages": {
    async run({ world, text }) {
      await using wallet = await openWallet(world);
      const seen = await wallet.provider.request({ method: "wallet_getCapabilities" });
      const { feeToken } = seen["0x2105"] as { readonly feeToken: { tokens: readonly object[] } };
      const stated = JSON.parse(text)["0x1"].feeToken;
      assertEquals(Object.keys(stated).sort(), Object.keys(feeToken).sort());
      assertEquals(
        Object.keys(stated.tokens[0]).sort(),
        Object.keys(feeToken.tokens[0]!).filter((name) => !/logoUrl|domain/.test(name)).sort(),
      );
    },
  },
  "docs/recovery.md#the-recovery-file": {
    async run({ world, text }) {
      await using wallet = await openWallet(world);
      await wallet.provider.request({ method: "acct_addPasskey" });
      const { id } = await wallet.provider.request({
        method: "wallet_sendCalls",
        params: [{ version: "2.0.0", calls: [{ to: FRIEND }] }],
      });
      assertEquals(await wallet.settled(id), 200);
      const seen = await wallet.provider.request({ method: "acct_exportAccount" });
      const stated = JSON.parse(text);
      assertEquals(Object.keys(seen), Object.keys(stated));
      assertEquals(Object.keys(seen.changes[0]!), Object.keys(stated.changes[0]));
      assertEquals(seen.version, stated.version);
      assertEquals(seen.chains!.find(({ id }) => id === 8453), stated.chains[0]);
    },
  },
  "docs/self-hosting/configuration.md#webhook": {
    run({ text }) {
      const hex = z.string().startsWith("0x");
      const notice = z.strictObject({
        type: z.literal("recovery_started"),
        id: z.string(),
        account: hex,
        chainId: z.number(),
        chainName: z.string(),
        recovery: hex,
        startedBy: hex,
        readyAt: z.number(),
      });
      notice.parse(JSON.parse(text));
      return Promise.resolve();
    },
  },
  "docs/self-hosting/configuration.md#webhook 2": {
    async run(example) {
      const mail = await Deno.makeTempFile({ suffix: ".ts" });
      await Deno.writeTextFile(
        mail,
        `globalThis.sendMail = (account, text) => console.log("mail", account, text);`,
      );
      const secret = "a secret of twenty and more";
      const child = programOf(example, {
        env: { ALARM_SECRET: secret, DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" },
        preload: mail,
      }).spawn();
      const lines = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
      const out = new Response(child.stdout).text();
      try {
        let said = "";
        while (!/http:\/\/\S+/.test(said)) said += (await lines.read()).value ?? "";
        const [at] = /http:\/\/[\w.:]+/.exec(said)!;
        const body = JSON.stringify({ id: "1", account: FRIEND, readyAt: 1827066600 });
        const post = async (t: number, key: string) => {
          const v1 = createHmac("sha256", key).update(`${t}.${body}`).digest("hex");
          const headers = { "acct-signature": `t=${t},v1=${v1}` };
          return (await fetch(at!, { method: "POST", body, headers })).status;
        };
        assertEquals(
          [await post(1, secret), await post(2, secret), await post(3, "another")],
          [204, 204, 401],
        );
        assertEquals((await fetch(at!, { method: "POST", body })).status, 401);
      } finally {
        child.kill("SIGTERM");
        await child.status;
        await lines.cancel();
        await Deno.remove(mail);
      }
      assertEquals((await out).match(/^mail 0x\w+ A recovery takes effect on .*$/gm)?.length, 1);
    },
  },
  "docs/self-hosting/configuration.md#api-keys": {
    async run({ world, text }) {
      await using folder = await openFolder(world);
      const [create, list, ...others] = folder.lines(text);
      assertMatch((await runShell(create!)).out, /^pk_\S+/m);
      const listed = async () =>
        (await runShell(list!)).out.split("\n").filter((line) => /\bpk_…/.test(line));
      const [first] = await listed();
      const [id] = /^\S+/.exec(first!)!;
      for (const line of others) await runShell(line.replace(/\bID\b/, id!));
      const after = await listed();
      assertEquals(after.length, 2, "one was rotated");
      assertMatch(after.find((line) => line.startsWith(id!))!, /revoked/);
    },
  },
  "docs/self-hosting/backup.md#compare-with-the-chain": {
    async run({ world, text }) {
      await using folder = await openFolder(world);
      await (await openStore(`${folder.folder}/service.sqlite`)).destroy();
      for (const line of folder.lines(text)) await runShell(line);
    },
  },
  "docs/self-hosting/backup.md#delete-an-accounts-data": {
    stands: () => ({ "0x…": account }),
    async run({ world, text }) {
      await using folder = await openFolder(world);
      const store = await openStore(`${folder.folder}/service.sqlite`);
      const rows = async () =>
        (await store.selectFrom("operations").select("id").where("sender", "=", account).execute())
          .length;
      try {
        await fill(store);
        const kept = await rows();
        const [count, remove] = folder.lines(text).map((line) => line.replace(/ +#.*$/, ""));
        const counted = (await runShell(count!)).out;
        assertMatch(counted, new RegExp(`^operations: ${kept}$`, "m"));
        assertMatch(counted, /nothing was deleted/);
        assertEquals(await rows(), kept);
        await assertRejects(() => runShell(remove!), Error, "Nothing was deleted.");
        assertEquals(await rows(), kept);
        await store.updateTable("sponsorships").set({ state: "returned", block_number: null })
          .where("sender", "=", account).execute();
        assertMatch((await runShell(remove!)).out, /^deleted$/m);
        assertEquals(await rows(), 0);
      } finally {
        await store.destroy();
      }
    },
  },
  "docs/self-hosting/networks.md#checklist": {
    stands: ({ base }) => ({ "base-sepolia": `base --rpc ${base.rpcUrl}` }),
    async run({ text }) {
      const { out } = await runShell(text.trim());
      assertMatch(out, /Everything is deployed/);
    },
  },
  "docs/self-hosting/networks.md#checklist 3": {
    stands: ({ base }) => ({
      "base-sepolia": "base",
      "NODE_URL": base.rpcUrl,
      "OWNER_ADDRESS": account,
      "SPONSOR_ADDRESS": FRIEND,
    }),
    async run({ text }) {
      const { out } = await runShell(text.trim());
      assertMatch(out, /Transfers: 0\.6 ETH[^]*Dry run: nothing was sent/);
    },
  },
  "docs/self-hosting/sponsor.md#deposits-and-vault": {
    stands: ({ ethereum }) => ({ "NAME": `ethereum --rpc ${ethereum.rpcUrl}` }),
    async run({ world, text }) {
      const key = generatePrivateKey();
      await world.ethereum.fund(privateKeyToAddress(key), 10n ** 20n);
      const own = privateKeyToAddress(key);
      const record = await Deno.makeTempFile({ suffix: ".json" });
      try {
        const line = replaced(text.trim(), {
          "DEPLOYER_KEY=0x…": `DEPLOYER_KEY=${key}`,
          "--owner 0x…": `--owner ${own}`,
          "--signer 0x…": `--signer ${FRIEND}`,
        });
        await runShell(`${line} --out ${record}`);
        const { out } = await runShell(`${line} --out ${record}`.replace(" --broadcast", ""));
        assertMatch(out, /deposit/);
        assert(Object.keys(JSON.parse(await Deno.readTextFile(record))).length > 3);
      } finally {
        await Deno.remove(record);
      }
    },
  },
  "docs/names.md#link-a-domain": {
    stands: ({ stack }) => ({
      "URL": stack.rpcUrl,
      "--network ethereum": `--chain ${stack.chainId}`,
      "0xSIGNER": FRIEND,
    }),
    async run({ world, text }) {
      const key = generatePrivateKey();
      const own = privateKeyToAddress(key);
      await world.stack.fund(own, 10n ** 20n);
      const record = await Deno.makeTempFile({ suffix: ".json" });
      try {
        const line = replaced(text.trim(), {
          "DEPLOYER_KEY=0x…": `DEPLOYER_KEY=${key}`,
          "0xOWNER": own,
        });
        await runShell(`${line} --out ${record}`);
        assertMatch(await Deno.readTextFile(record), /0x/);
      } finally {
        await Deno.remove(record);
      }
    },
  },
  "docs/names.md#link-a-domain 3": {
    stands: () => ({ "shop.eth": "demo.eth" }),
    async run({ world, text }) {
      const { ens, rpcUrl, chainId } = world.stack;
      const names = { chainId, rpcUrl, resolver: ens!.resolver, signerKeyEnv: "NAMES_KEY" };
      await using folder = await openFolder(world, { names });
      const [link, , signed] = folder.lines(text);
      const { out: message } = await runShell(link!);
      const owner = privateKeyToAccount(ens!.ownerKey);
      const signature = await owner.signMessage({ message: message.replace(/\n$/, "") });
      await runShell(replaced(signed!, { "0x…": signature }));
      const { out } = await runShell(
        link!.replace(/ link /, " list ").replace(/ --domain \S+/, ""),
      );
      assertMatch(out, /demo\.eth/);
    },
  },
  "docs/agents.md#mcp-tools": {
    stands: () => ({ "jsr:@sdk/mcp": "mcp/main.ts" }),
    async run({ world, text }) {
      const { stack } = world;
      const scene = await openPayingScene(stack);
      const agent = await scene.grant({ gas: 0n });
      const home = await Deno.makeTempDir();
      try {
        await Deno.mkdir(`${home}/.acct-agent`, { mode: 0o700 });
        await Deno.writeTextFile(`${home}/.acct-agent/key`, agent.privateKey, { mode: 0o600 });
        await Deno.writeTextFile(`${home}/granted.json`, JSON.stringify(agent.granted));
        const { out } = await runShell(
          replaced(text, {
            "--rpc https://…": `--rpc ${stack.rpcUrl}`,
            "--chain 8453": `--chain ${stack.chainId}`,
            "--token 0x…": `--token ${scene.cash}`,
            "--page https://…": "--page https://wallet.example/budget",
            "granted.json": `${home}/granted.json`,
          }),
          { HOME: home },
        );
        assertMatch(out, new RegExp(`grants to ${agent.key.address}`));
        assertMatch(out, /is stored/);
      } finally {
        await Deno.remove(home, { recursive: true });
      }
    },
  },
};
