/** Addresses of names: of the network where they are used, and of no other. */
import { assertEquals } from "@std/assert";
import { decodeFunctionData, encodeAbiParameters, type Hex, namehash, parseAbi } from "viem";
import { openRegistry } from "./registry.ts";

const resolver = `0x${"5e".repeat(20)}` as const;
const mia: Hex = `0x${"c7".repeat(20)}`;
const onBase: Hex = `0x${"c8".repeat(20)}`;
const everywhere: Hex = `0x${"c9".repeat(20)}`;
const BASE = 8453;
const abi = parseAbi([
  "function resolver(bytes32 node) view returns (address)",
  "function addr(bytes32 node) view returns (address)",
  "function addr(bytes32 node, uint256 coinType) view returns (bytes)",
]);

/** Starts a node of ENS, with one name that has these records by coin type in its resolver. */
function startNode(records: ReadonlyMap<bigint, Hex>, isOld = false) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { id, params: [call] } = await request.json();
      const { functionName, args } = decodeFunctionData({ abi, data: call.data });
      const reply = (result: Hex) => Response.json({ jsonrpc: "2.0", id, result });
      const isMia = args[0] === namehash("mia.eth");
      if (functionName === "resolver") return reply(word(isMia ? resolver : "0x"));
      if (args.length === 1) return reply(word(records.get(60n) ?? "0x"));
      if (isOld) {
        return Response.json({ jsonrpc: "2.0", id, error: { code: 3, message: "revert" } });
      }
      return reply(encodeAbiParameters([{ type: "bytes" }], [records.get(args[1]) ?? "0x"]));
    },
  );
  return { url: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

function word(value: Hex): Hex {
  return `0x${value.slice(2).padStart(64, "0")}`;
}

const own = 0x8000_0000n + BigInt(BASE);
const shared = 0x8000_0000n;
const rows: readonly [string, Record<string, Hex>, (Hex | null)[], isOld?: boolean][] = [
  ["only an address of Ether", { 60: mia }, [mia, null, null]],
  ["another one on Base", { 60: mia, [`${own}`]: onBase }, [mia, onBase, null]],
  ["a default", { 60: mia, [`${shared}`]: everywhere }, [mia, everywhere, everywhere]],
  ["a default alone", { [`${shared}`]: everywhere }, [null, everywhere, everywhere]],
  ["zeros on Base", { 60: mia, [`${own}`]: `0x${"00".repeat(20)}` }, [mia, null, null]],
  ["32 bytes on Base", { 60: mia, [`${own}`]: `0x${"c7".repeat(32)}` }, [mia, null, null]],
  ["a resolver without coin types", { 60: mia }, [mia, null, null], true],
];

for (const [title, records, expected, isOld] of rows) {
  Deno.test(`registry: ${title}: on Ethereum, Base, and a chain whose id has no coin type`, async () => {
    const entries = Object.entries(records).map(([coin, value]) => [BigInt(coin), value] as const);
    const node = startNode(new Map(entries), isOld);
    try {
      const registry = openRegistry({ chainId: 1, rpcUrl: node.url });
      const found = [];
      for (const chainId of [1, BASE, 0x8000_0000]) {
        found.push((await registry.addressOf("mia.eth", chainId))?.toLowerCase() ?? null);
      }
      assertEquals(found, expected);
      assertEquals(await registry.addressOf("max.eth", 1), null);
    } finally {
      await node.stop();
    }
  });
}
