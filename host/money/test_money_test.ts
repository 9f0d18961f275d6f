import { assertEquals } from "@std/assert";
import { chain } from "../../core/testing/local_wallet.ts";
import { offersTestMoney } from "./test_money.tsx";

Deno.test("test money: only on the local chain, if the service offers it", () => {
  const offers = (faucet: `0x${string}` | undefined, ...ids: number[]) =>
    offersTestMoney({
      version: 1,
      keysUrl: "https://keys.example",
      chains: ids.map((id) => ({ ...chain, id })),
      ...(faucet !== undefined && { faucet }),
    });
  assertEquals(offers("0x7a69", 1, 31337), true);
  assertEquals(offers("0x7a69", 1), false);
  assertEquals(offers("0x1", 1, 31337), false);
  assertEquals(offers(undefined, 1, 31337), false);
});
