import { assertEquals, assertStringIncludes } from "@std/assert";
import * as chains from "viem/chains";
import { usdc } from "viem/tokens";
import { describeUnknownNetwork, isNetworkName, networks } from "./networks.ts";

Deno.test("networks have the data of viem", () => {
  const exported = {
    "ethereum": chains.mainnet,
    "base": chains.base,
    "optimism": chains.optimism,
    "arbitrum": chains.arbitrum,
    "polygon": chains.polygon,
    "sepolia": chains.sepolia,
    "base-sepolia": chains.baseSepolia,
    "op-sepolia": chains.optimismSepolia,
    "arbitrum-sepolia": chains.arbitrumSepolia,
    "polygon-amoy": chains.polygonAmoy,
  };
  assertEquals<Readonly<Record<string, unknown>>>(
    networks,
    Object.fromEntries(
      Object.entries(exported).map(([name, chain]) => [name, {
        id: chain.id,
        name: chain.name,
        testnet: "testnet" in chain && chain.testnet,
        nativeCurrency: chain.nativeCurrency,
        explorer: chain.blockExplorers.default.url,
        rpcUrl: chain.rpcUrls.default.http[0],
        usdc: usdc.addresses[chain.id],
      }]),
    ),
  );
});

Deno.test("an unknown network is answered with the most similar one and with all", () => {
  for (
    const [name, meant] of [
      ["base-seplia", "base-sepolia"],
      ["optimism-sepolia", "op-sepolia"],
      ["Arbitrum", "arbitrum"],
      ["amoy", "polygon-amoy"],
      ["solana", null],
      ["", null],
    ] as const
  ) {
    assertEquals(isNetworkName(name), false, name);
    const text = describeUnknownNetwork(name);
    assertEquals(/Did you mean ([\w-]+)\?/.exec(text)?.[1] ?? null, meant, text);
    for (const each of Object.keys(networks)) assertStringIncludes(text, each);
  }
  assertEquals(["constructor", "__proto__", "base"].map(isNetworkName), [false, false, true]);
});
