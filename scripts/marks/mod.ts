/**
 * `deno task build marks`: writes `ui/marks/drawings.ts` and `ui/marks/tokens.ts` from a pinned
 * version of Web3 Icons. Tokens are identified by network and contract, never by a symbol, because
 * anyone can choose a symbol.
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { locate, versions } from "../tools/mod.ts";

/** Networks with drawn tokens: chain id by the name that the package uses. */
const networks: Readonly<Record<string, number>> = {
  ethereum: 1,
  "optimistic-ethereum": 10,
  "binance-smart-chain": 56,
  "polygon-pos": 137,
  base: 8453,
  "arbitrum-one": 42161,
  avalanche: 43114,
};

/** Tokens that are drawn, by their id in the package. */
const tokens: Readonly<Record<string, string>> = {
  "usd-coin": "USDC",
  tether: "USDT",
  dai: "DAI",
  "wrapped-bitcoin": "WBTC",
  EURC: "EURC",
  arbitrum: "ARB",
  optimism: "OP",
  chainlink: "LINK",
  aave: "AAVE",
  uniswap: "UNI",
  "paypal-usd": "PYUSD",
  gho: "GHO",
  "compound-governance-token": "COMP",
};

/** Networks that have a badge: chain id by the name of their drawing. */
const chains: Readonly<Record<string, readonly number[]>> = {
  ethereum: [1, 11155111],
  optimism: [10, 11155420],
  "binance-smart-chain": [56],
  gnosis: [100],
  unichain: [130],
  polygon: [137, 80002],
  base: [8453, 84532],
  "arbitrum-one": [42161, 421614],
  celo: [42220],
  avalanche: [43114, 43113],
  linea: [59144],
};

/** Currencies of networks. The network's mark is used for the currency itself. */
const currencies: Readonly<Record<string, readonly number[]>> = {
  ETH: [1, 10, 130, 8453, 42161, 59144, 11155111, 11155420, 84532, 421614],
  BNB: [56],
  AVAX: [43114, 43113],
  CELO: [42220],
};

/** A filled path: colour, shape, and whether its holes use the even-odd rule. */
type Path = readonly [fill: string, d: string, evenOdd?: 1];

interface Metadata {
  readonly id: string;
  readonly addresses?: Readonly<Record<string, string>>;
}

/** The files, by their place below the root. */
export async function drawMarks(): Promise<Readonly<Record<string, string>>> {
  const names = [...new Set([...Object.values(tokens), ...Object.keys(currencies)])].sort();
  const fileOf = (kind: "tokens" | "networks", name: string) =>
    `${versions.icons}/dist/svgs/${kind}/branded/${name}.svg.js`;
  const wanted = new Map([
    ...names.map((name) => [name, fileOf("tokens", name)] as const),
    ...Object.keys(chains).sort().map((name) => [name, fileOf("networks", name)] as const),
  ]);
  const list = `${versions.iconsMetadata}/dist/metadata/tokens.js`;
  const found = await locate([...wanted.values(), list]);
  const drawn: [string, readonly Path[]][] = [];
  for (const [name, file] of wanted) drawn.push([name, await draw(name, found[file]!)]);
  const byToken: [string, string][] = [];
  const listed = await metadata(found[list]!);
  for (const [id, name] of Object.entries(tokens)) {
    const addresses = listed.find((token) => token.id === id)?.addresses;
    if (addresses === undefined) throw new Error(`the package has no token ${id}`);
    for (const [network, chainId] of Object.entries(networks)) {
      const address = addresses[network];
      if (address === undefined || !/^0x[0-9a-f]{40}$/i.test(address)) continue;
      byToken.push([`${chainId}:${address.toLowerCase()}`, name]);
    }
  }
  for (const [name, ids] of Object.entries(currencies)) {
    for (const id of ids) byToken.push([`${id}:`, name]);
  }
  byToken.sort(([one], [other]) => one < other ? -1 : 1);
  const byChain = Object.entries(chains).flatMap(([name, ids]) =>
    ids.map((id): [number, string] => [id, name])
  ).sort(([one], [other]) => one - other);
  const note = "From Web3 Icons (MIT, © Web3 Icons), by `deno task build marks`; do not edit.";
  return {
    "ui/marks/drawings.ts":
      `/** Drawings of tokens and networks, on a grid of 24. ${note} @module */

/** A filled path: colour, shape, and 1 if its holes use the even-odd rule. */
export type MarkPath = readonly [fill: string, d: string, evenOdd?: 1];

/** The drawings. */
export const drawings: Readonly<Record<string, readonly MarkPath[]>> = ${json(drawn)};
`,
    "ui/marks/tokens.ts": `/** Which token and network each drawing stands for. ${note} @module */

/** Drawing of a token, by chain id and contract in lower case; without one, of the currency. */
export const tokenMarks: Readonly<Record<string, string>> = ${json(byToken)};

/** Drawing of a network, by chain id. */
export const chainMarks: Readonly<Record<number, string>> = ${json(byChain)};
`,
  };
}

/** Reads a drawing as paths; any other content is an error. */
async function draw(name: string, file: string): Promise<readonly Path[]> {
  const { default: svg } = await import(pathToFileURL(file).href) as { readonly default: string };
  if (!svg.includes('viewBox="0 0 24 24"')) throw new Error(`${name} has a different grid`);
  const paths: Path[] = [];
  for (const [, tag = "", attributes = ""] of svg.matchAll(/<(\w+)([^>]*)>/g)) {
    if (/^(svg|defs|linearGradient|stop)$/.test(tag)) continue;
    if (tag !== "path") throw new Error(`${name} has an element ${tag}`);
    const get = (key: string) => new RegExp(`\\s${key}="([^"]+)"`).exec(attributes)?.[1];
    const d = get("d");
    if (d === undefined) throw new Error(`${name} has a path without a shape`);
    const fill = get("fill") ?? "#000";
    // A gradient becomes its first colour: references need ids, and these could collide with ids of
    // the page.
    const colour = fill.startsWith("url(") ? /stop-color="([^"]+)"/.exec(svg)?.[1] ?? "#000" : fill;
    const isEvenOdd = get("fill-rule") === "evenodd";
    paths.push(isEvenOdd ? [colour, d, 1] : [colour, d]);
  }
  return paths;
}

async function metadata(file: string): Promise<readonly Metadata[]> {
  const module = await import(pathToFileURL(file).href) as Readonly<Record<string, unknown>>;
  const list = Object.values(module).find(Array.isArray);
  if (list === undefined) throw new Error("the package lists no tokens");
  return list as readonly Metadata[];
}

function json(entries: readonly (readonly [string | number, unknown])[]): string {
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

if (import.meta.main) {
  const files = await drawMarks();
  const root = new URL("../../", import.meta.url);
  for (const [path, body] of Object.entries(files)) {
    await Deno.writeTextFile(new URL(path, root), body);
  }
  const paths = Object.keys(files).map((path) => new URL(path, root).pathname);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...paths] }).output();
}
