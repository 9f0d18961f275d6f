/** Words of the public registry match the code that a contract runs, even after an upgrade. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, hexToBigInt, keccak256, pad, stringToHex, toHex } from "viem";
import { IMPLEMENTATION_SLOT } from "../../../core/account/code.ts";
import { runsDescribed } from "../../../service/chain/node/replaceable.ts";
import { call } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";

const at = (byte: string): Address => `0x${byte.repeat(20)}`;
const [plain, proxy, beaconProxy, beacon] = [at("a1"), at("a2"), at("a3"), at("a4")];
const [first, second, clone, delegated] = [at("b1"), at("b2"), at("a5"), at("a6")];
/** Code that delegates to the implementation in the slot of ERC-1967. */
const proxyCode: Hex = `0x365f5f375f5f365f7f${IMPLEMENTATION_SLOT.slice(2)}545af43d5f5f3e3d5ff3`;
const slotOf = (text: string) => toHex(hexToBigInt(keccak256(stringToHex(text))) - 1n);

Deno.test("descriptors: words of a proxy are served only while it runs the pinned code", async () => {
  const words = new Map<string, string>();
  await using stack = await startTestStack({
    descriptors: (_chainId, address) => words.get(address.toLowerCase()),
  });
  const { chainId, node } = stack;
  const code = async (address: Address, bytes: Hex) =>
    void await node.request("anvil_setCode", [address, bytes]);
  const store = async (address: Address, slot: Hex, value: Address) =>
    void await node.request("anvil_setStorageAt", [address, slot, pad(value)]);
  const [one, two]: Hex[] = ["0x60015f5260205ff3", "0x60025f5260205ff3"];
  await code(first, one!);
  await code(second, two!);
  await code(plain, one!);
  await code(proxy, `0x7f${"00".repeat(32)}50${proxyCode.slice(2)}`);
  await store(proxy, IMPLEMENTATION_SLOT, first);
  await code(beaconProxy, one!);
  await store(beaconProxy, slotOf("eip1967.proxy.beacon"), beacon);
  // Answers with the address of the first.
  await code(beacon, `0x73${first.slice(2)}5f5260205ff3`);
  await code(
    clone,
    `0x363d3d373d3d3d363d73${first.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  );
  await code(delegated, `0xef0100${first.slice(2)}`);

  const places = { plain, proxy, beaconProxy, clone, delegated };
  const runs = async (pins: ReadonlyMap<string, Hex>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(places).map(async ([name, address]) =>
          [name, await runsDescribed(node, { chainId, address }, pins)] as const
        ),
      ),
    );
  const none = { proxy: false, beaconProxy: false, clone: false, delegated: false };
  assertEquals(await runs(new Map()), { plain: true, ...none });
  const pinned = new Map(
    Object.values(places).map((address) => [`${chainId}:${address}`, keccak256(one!)] as const),
  );
  const all = { plain: true, proxy: true, beaconProxy: true, clone: true, delegated: true };
  assertEquals(await runs(pinned), all);
  // The upgrades.
  await store(proxy, IMPLEMENTATION_SLOT, second);
  await code(beacon, `0x73${second.slice(2)}5f5260205ff3`);
  assertEquals(await runs(pinned), { ...all, proxy: false, beaconProxy: false });
  // Older slots count, too.
  await store(plain, keccak256(stringToHex("PROXIABLE")), first);
  assertEquals((await runs(new Map())).plain, false);
  await store(plain, keccak256(stringToHex("PROXIABLE")), at("00"));
  await store(plain, keccak256(stringToHex("org.zeppelinos.proxy.implementation")), first);
  assertEquals((await runs(new Map())).plain, false);
  await store(plain, keccak256(stringToHex("org.zeppelinos.proxy.implementation")), at("00"));

  // The service serves no descriptor for code that is not pinned.
  for (const address of [plain, proxy]) words.set(address, `words of ${address}`);
  const served = await call<string[]>(stack, "acct_getDescriptors", [
    { chainId: toHex(chainId), contracts: [plain, proxy] },
  ]);
  assertEquals(served, [`words of ${plain}`]);
  const elsewhere = [{ chainId: "0x1", contracts: [plain] }];
  assertEquals(await call<string[]>(stack, "acct_getDescriptors", elsewhere), []);
});
