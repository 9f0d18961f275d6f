import { assertEquals, assertRejects } from "@std/assert";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node/node.ts";
import { callChain, PassedError } from "./chain_methods.ts";

Deno.test("chain reads: revert data is returned in one field, independent of the node", async () => {
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

Deno.test("chain reads: a read of the state that names no block is of the latest", async () => {
  const asked = async (method: string, params: unknown[]) => {
    let seen: unknown;
    const request = (_method: string, params: unknown) => Promise.resolve(seen = params);
    await callChain({ passed: { request } } as unknown as Chain, method, params);
    return seen;
  };
  for (const method of ["eth_getBalance", "eth_getCode", "eth_getTransactionCount", "eth_call"]) {
    assertEquals(await asked(method, ["0x1"]), ["0x1", "latest"]);
    assertEquals(await asked(method, ["0x1", null]), ["0x1", "latest"]);
    assertEquals(await asked(method, ["0x1", "0x5"]), ["0x1", "0x5"]);
    // The node returns the missing field.
    assertEquals(await asked(method, []), []);
  }
  assertEquals(await asked("eth_estimateGas", [{}]), [{}, "latest"]);
  assertEquals(await asked("eth_getStorageAt", ["0x1", "0x0"]), ["0x1", "0x0", "latest"]);
  assertEquals(await asked("eth_getStorageAt", ["0x1"]), ["0x1"]);
  // State overrides of a call stay behind the block.
  assertEquals(await asked("eth_call", [{}, undefined, {}]), [{}, "latest", {}]);
  assertEquals(await asked("eth_blockNumber", []), []);
  assertEquals(await asked("eth_getTransactionByHash", ["0x1"]), ["0x1"]);
});
