/** Data that a passkey's wallets share: only for its token, bounded in size and rate. */
import { assert, assertEquals } from "@std/assert";
import { MAX_SYNCED_DATA_BYTES } from "../../../core/ground/limits.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { rpc } from "../support/client.ts";

const token = (digit: string) => `0x${digit.repeat(64)}`;
const data = (bytes: number) => `0x${"ab".repeat(bytes)}`;

Deno.test("synced data: a stranger reads nothing, and cannot replace it", async () => {
  await using stack = await startStack();
  const put = (params: unknown) => rpc(stack, "acct_putSyncedData", [params]);
  const get = async (params: unknown) => (await rpc(stack, "acct_getSyncedData", [params])).result;
  assertEquals((await put({ token: token("1"), data: data(40) })).result, true);
  // Another account's passkey yields another token; neither address nor credential id is one.
  assertEquals(await get({ token: token("2") }), { data: null });
  await put({ token: token("2"), data: data(50) });
  assertEquals(await get({ token: token("1") }), { data: data(40) });
  for (
    const [params, field] of [
      [{ token: `0x${"11".repeat(20)}` }, "params[0].token"],
      [{}, "params[0].token"],
      [{ token: token("1"), account: `0x${"11".repeat(20)}` }, "params[0].account"],
    ] as const
  ) {
    const { error } = await rpc(stack, "acct_getSyncedData", [params]);
    assertEquals([error?.data?.cause, error?.data?.field], ["invalid_params", field]);
  }
});

Deno.test("synced data: bounded in size, and in writes per client", async () => {
  await using stack = await startStack();
  const put = (bytes: number) =>
    rpc(stack, "acct_putSyncedData", [{ token: token("1"), data: data(bytes) }]);
  const large = await put(MAX_SYNCED_DATA_BYTES + 1);
  assertEquals(large.error?.data?.field, "params[0].data");
  assertEquals((await put(MAX_SYNCED_DATA_BYTES)).result, true);
  let accepted = 1;
  while (accepted < 1_000) {
    const { error } = await put(1);
    if (error !== undefined) {
      assertEquals(error.data?.cause, "limit_exceeded");
      assert(error.data!.retryAfter! > 0);
      break;
    }
    accepted++;
  }
  // The first one is new data, which is counted by client.
  assertEquals(accepted, 61);
  const { error } = await rpc(stack, "acct_getSyncedData", [{ token: token("1") }]);
  assertEquals(error?.data?.cause, "limit_exceeded");
});

Deno.test("synced data: requests with foreign tokens leave the limit of existing data", async () => {
  await using stack = await startStack();
  const put = (digit: string, bytes: number) =>
    rpc(stack, "acct_putSyncedData", [{ token: token(digit), data: data(bytes) }]);
  assertEquals((await put("1", 40)).result, true);
  // As many as a page in the same browser likes.
  let cause: string | undefined;
  for (let tries = 0; tries < 1_000 && cause === undefined; tries++) {
    cause = (await put((2 + tries % 8).toString(), 1)).error?.data?.cause;
    const unknown = `0x${tries.toString(16).padStart(64, "f")}`;
    cause ??= (await rpc(stack, "acct_getSyncedData", [{ token: unknown }])).error?.data?.cause;
  }
  assertEquals(cause, "limit_exceeded");
  const read = await rpc(stack, "acct_getSyncedData", [{ token: token("1") }]);
  assertEquals(read.result, { data: data(40) });
  assertEquals((await put("1", 41)).result, true);
});
