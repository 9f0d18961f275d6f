/** The connector on a server, which creates a configuration per request. */
import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { custom } from "viem";
import {
  type Config,
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  type State,
} from "wagmi";
import { mainnet, optimism } from "wagmi/chains";
import { formatApiKey } from "../core/ground/api_key.ts";
import { chooseConfig } from "../scripts/config.ts";
import { acct } from "./acct.ts";
import { connect } from "./actions/mod.ts";
import { createAcctConnector } from "./connector.ts";
import { fakeProvider } from "./testing/fake_provider.ts";

const alice = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const apiKey = formatApiKey({
  kind: "pk",
  environment: "test",
  host: "wallet.example.com",
  random: new Uint8Array(16),
});
const never = custom({ request: () => Promise.reject(new Error("the network was asked")) });

/** Creates a configuration like an app with server rendering; `jar` contains the cookies. */
function createTestConfig(connector: ReturnType<typeof acct>, jar?: Map<string, string>): Config {
  return createConfig({
    chains: [mainnet, optimism],
    connectors: [connector],
    multiInjectedProviderDiscovery: false,
    ssr: true,
    storage: createStorage({
      storage: jar === undefined ? cookieStorage : {
        getItem: (key) => jar.get(key) ?? null,
        setItem: (key, value) => void jar.set(key, value),
        removeItem: (key) => void jar.delete(key),
      },
    }),
    transports: { [mainnet.id]: never, [optimism.id]: never },
  });
}

/** Returns the cookies that the browser sends after a visit. */
async function visit(chainId: number): Promise<string> {
  const jar = new Map<string, string>();
  const provider = fakeProvider(alice);
  const config = createTestConfig(
    createAcctConnector({ apiKey }, () => Promise.resolve(provider)),
    jar,
  );
  await connect(config, { connector: config.connectors[0]!, chainId });
  return `theme=dark; wagmi.store=${jar.get("wagmi.store")}`;
}

function stateOf(config: Config, cookie: string | null): State {
  const state = cookieToInitialState(config, cookie);
  if (state === undefined) throw new Error("the cookie holds no state");
  return state;
}

Deno.test("cookieToInitialState: a server reads account, chain and connector from the cookie", async () => {
  const cookie = await visit(optimism.id);
  // The server's own connector never loads a wallet.
  const config = createTestConfig(acct({ apiKey }));
  const state = stateOf(config, cookie);
  const [connection] = state.connections.values();
  assertEquals(connection?.accounts, [alice]);
  assertEquals([connection?.chainId, state.chainId], [optimism.id, optimism.id]);
  assertEquals(connection?.connector.id, "acct");
  assertEquals(cookieToInitialState(config, null), undefined);
  assertEquals(cookieToInitialState(config, "theme=dark"), undefined);
});

Deno.test("two concurrent requests of a server share no state", async () => {
  const parameters = { apiKey };
  const [first, second] = [createTestConfig(acct(parameters)), createTestConfig(acct(parameters))];
  const [one, two] = [stateOf(first, await visit(mainnet.id)), cookieToInitialState(second, null)];
  assertEquals([one.chainId, two], [mainnet.id, undefined]);
  assertEquals([first.state.status, second.state.status], ["disconnected", "disconnected"]);
  assertEquals(first.state.connections.size + second.state.connections.size, 0);
});

Deno.test("acct() works in a process without window, storage or network permission", async () => {
  const script = `
    import { acct } from ${JSON.stringify(new URL("./mod.ts", import.meta.url).href)};
    import { createConfig, http } from "wagmi";
    import { mainnet } from "wagmi/chains";
    const config = createConfig({
      chains: [mainnet],
      connectors: [acct({ apiKey: ${JSON.stringify(apiKey)} })],
      transports: { [mainnet.id]: http() },
      ssr: true,
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    console.log(config.connectors[0].id, config.connectors[0].rdns);
  `;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, script);
    // Only reading files is allowed: any access to network or storage would fail.
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-check",
        "--no-prompt",
        "--allow-read",
        "--allow-env",
        "--deny-net",
        `--config=${fileURLToPath(new URL(`../${await chooseConfig()}`, import.meta.url))}`,
        file,
      ],
    }).output();
    const said = new TextDecoder().decode(success ? stdout : stderr).trim();
    assertEquals(said, "acct com.example.wallet.keys");
  } finally {
    await Deno.remove(file);
  }
});
