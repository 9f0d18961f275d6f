/** The batches that revoke approvals. */
import { assertEquals } from "@std/assert";
import { numberToHex } from "viem";
import { endApprovalBatches } from "./approvals.ts";

const spender = `0x${"22".repeat(20)}` as const;

Deno.test("approvals: all are revoked, in as many batches as each chain needs", () => {
  const approval = (chain: number, number: number) => ({
    chainId: numberToHex(chain),
    kind: "allowance" as const,
    token: { address: numberToHex(number, { size: 20 }) },
    spender,
  });
  const batches = endApprovalBatches([
    approval(2, 1),
    ...Array.from({ length: 95 }, (_, index) => approval(1, index + 1)),
    { ...approval(2, 3), kind: "permit2" },
  ]);
  assertEquals(batches.map(({ chainId, calls }) => [chainId, calls.length]), [
    [2, 2],
    [1, 40],
    [1, 40],
    [1, 15],
  ]);
  const here = batches.filter(({ chainId }) => chainId === 1).flatMap(({ calls }) => calls);
  assertEquals(new Set(here.map(({ to }) => to)).size, 95);
  assertEquals(endApprovalBatches([]), []);
});
