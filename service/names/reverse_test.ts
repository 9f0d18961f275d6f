/** Names of addresses are accepted only if they resolve back and are normalised. */
import { assertEquals } from "@std/assert";
import { encodeAbiParameters, type Hex, namehash } from "viem";
import { openRegistry } from "./registry.ts";
import { verifiedName } from "./reverse.ts";

const mia = `0x${"c7".repeat(20)}` as const;
const other = `0x${"c8".repeat(20)}` as const;

Deno.test("reverse name: it counts only if it leads back, and in its normal form", async () => {
  const rows: readonly [
    claimed: string | null,
    leadsTo: typeof mia | typeof other | null,
    string?,
  ][] = [
    ["mia.eth", mia, "mia.eth"],
    // Anyone can claim any name.
    ["vitalik.eth", other],
    ["mia.eth", null],
    [null, mia],
    ["", mia],
    // Another spelling of a name could look like a third name.
    ["Mia.eth", mia],
    ["m\u0131a.eth\u200b", mia],
    ["mia", mia],
    ["mia..eth", mia],
    [`${"a".repeat(300)}.eth`, mia],
  ];
  for (const [claimed, leadsTo, expected = null] of rows) {
    const asked: string[] = [];
    const name = await verifiedName(mia, {
      reverse: () => Promise.resolve(claimed),
      forward: (name) => {
        asked.push(name);
        return Promise.resolve(leadsTo);
      },
    });
    assertEquals([claimed, leadsTo, name], [claimed, leadsTo, expected]);
  }
});

Deno.test("reverse name: the registry reads it from the resolver of addr.reverse", async () => {
  const place = namehash(`${mia.slice(2)}.addr.reverse`);
  const resolver = `0x${"5e".repeat(20)}` as const;
  const word = (value: Hex) => encodeAbiParameters([{ type: "address" }], [value]);
  let answer: Hex | null = encodeAbiParameters([{ type: "string" }], ["mia.eth"]);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { id, params: [call] } = await request.json();
      const isRegistry = call.to.toLowerCase() !== resolver;
      const known = String(call.data).includes(place.slice(2));
      if (isRegistry) {
        return Response.json({
          jsonrpc: "2.0",
          id,
          result: word(known ? resolver : `0x${"00".repeat(20)}`),
        });
      }
      return Response.json(
        answer === null
          ? { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } }
          : { jsonrpc: "2.0", id, result: answer },
      );
    },
  );
  try {
    const registry = openRegistry({ chainId: 1, rpcUrl: `http://127.0.0.1:${server.addr.port}` });
    assertEquals(await registry.nameOf(mia), "mia.eth");
    assertEquals(await registry.nameOf(other), null);
    answer = "0x";
    assertEquals(await registry.nameOf(mia), null);
    answer = null;
    assertEquals(await registry.nameOf(mia), null);
  } finally {
    await server.shutdown();
  }
});
