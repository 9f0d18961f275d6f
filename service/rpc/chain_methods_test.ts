import { assertEquals, assertRejects } from "@std/assert";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import { callChain, PassedError } from "./chain_methods.ts";

Deno.test("chain reads: revert data is passed in one place, wherever a node put it", async () => {
  for (
    const [data, passed] of [
      ["0x08c379a0", "0x08c379a0"],
      [{ message: "execution reverted", data: "0x08c379a0" }, "0x08c379a0"],
      [{ data: { output: "0x" } }, "0x"],
      [{ reason: "other" }, { reason: "other" }],
      [undefined, undefined],
    ] as const
  ) {
    const request = () => Promise.reject(new NodeError(3, "execution reverted", data));
    const chain = { passed: { request } } as unknown as Chain;
    const error = await assertRejects(() => callChain(chain, "eth_call", []), PassedError);
    assertEquals([error.code, error.message, error.data], [3, "execution reverted", passed]);
  }
});
