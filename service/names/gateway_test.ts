import { assertEquals, assertRejects } from "@std/assert";
import { Hono } from "hono";
import { AcctError } from "../../core/ground/errors.ts";
import { chainFailure } from "../chain/node/failure.ts";
import { garbage, startGarbageNode } from "../testing/garbage_node.ts";
import { answerGateway } from "./gateway.ts";
import type { Names } from "./names.ts";
import { openRegistry } from "./registry.ts";

for (const [name, answer] of Object.entries(garbage)) {
  // A word of zeros is ENS's own answer for a name that has no owner.
  if (name === "32 bytes of 0") continue;
  Deno.test(`names: a node that answers everything with ${name} is reported as unreachable`, async () => {
    await using node = startGarbageNode(1);
    node.answerWith(answer);
    const registry = openRegistry({ chainId: 1, rpcUrl: node.url });
    // A chain without ENS answers with no bytes: names have no owner there.
    if (name !== "no bytes") {
      const error = await assertRejects(() => registry.look("demo.eth"));
      const told = chainFailure(error);
      assertEquals(told instanceof AcctError && told.data.cause, "chain_down");
    }
    const names = { answer: () => registry.look("demo.eth") } as unknown as Names;
    const app = new Hono().get("/", (c) => answerGateway(c, names, "0x01"));
    const { status } = await app.request("/");
    assertEquals(status, name === "no bytes" ? 200 : 503);
  });
}
