/** A user who grants less than requested: the chain and the dApp get the granted amount. */
import { assertEquals, assertThrows } from "@std/assert";
import { createPublicClient, type Hex, numberToHex } from "viem";
import type { DialogRequest } from "../../../core/dialog/types.ts";
import { isActive, remaining } from "../../../core/permission/mod.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";

const spender: Hex = `0x${"c7".repeat(20)}`;

Deno.test("grant: a user can grant less than requested, and never more", async () => {
  await using stack = await startStack();
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const expiry = Math.floor(Date.now() / 1000) + 30 * 86_400;
  // Half a day from any boundary of days, independent of the chain's clock.
  const sooner = expiry - 43_200;
  const adjustable: boolean[] = [];
  await using page = openPage(stack, {
    answers: (usual) => ({
      ...usual,
      async request(method, params) {
        if (method !== "wallet_grantPermissions") return await usual.request(method, params);
        const request = params as DialogRequest<"wallet_grantPermissions">;
        const { lower } = request.preview.get();
        adjustable.push(lower !== undefined);
        if (lower === undefined) return await usual.request(method, params);
        for (
          const less of [
            { allowances: [51n], end: expiry },
            { allowances: [50n], end: expiry + 1 },
            { allowances: [0n], end: expiry },
          ]
        ) assertThrows(() => lower(less), AcctError);
        const before = request.preview.get().revision;
        lower({ allowances: [30n], end: expiry });
        lower({ allowances: [20n], end: sooner });
        const { revision, permission, requested, reading } = request.preview.get();
        assertEquals(revision > before, true, "the confirm guard starts again");
        assertEquals([permission.spends[0]!.allowance, permission.end], [20n, sooner]);
        assertEquals([requested!.spends[0]!.allowance, requested!.end], [50n, expiry]);
        assertEquals(reading!.gives[0]!.amount, 20n * 30n);
        // Once it is confirmed, it no longer changes.
        const answered = usual.request(method, params);
        await answered;
        lower({ allowances: [50n], end: expiry });
        assertEquals(request.preview.get().permission.spends[0]!.allowance, 20n);
      },
    }),
  });
  const { provider } = page;
  await provider.request({ method: "eth_requestAccounts" });
  const token = stack.tokens[0].address;
  // ERC-7715's answer repeats the request, so such a grant is all or nothing. It enables
  // permissions until its end, as a signed grant requires.
  const [answer] = await provider.request({
    method: "wallet_requestExecutionPermissions",
    params: [{
      chainId: numberToHex(stack.chainId),
      to: spender,
      permission: {
        type: "erc20-token-periodic",
        data: { tokenAddress: token, periodAmount: "0x32", periodDuration: 86_400 },
      },
      rules: [{ type: "expiry", data: { timestamp: expiry + 86_400 } }],
    }],
  });
  assertEquals(answer!.granted.spends[0]!.allowance, "50");
  for (const deferred of [false, true]) {
    const granted = await provider.request({
      method: "wallet_grantPermissions",
      params: [{
        expiry,
        spender,
        permissions: { spends: [{ token, allowance: "50", unit: "day" }] },
        ...(deferred && { deferred }),
      }],
    });
    assertEquals([granted.spends[0]!.allowance, granted.end], ["20", sooner]);
    assertEquals(granted.signature !== undefined, deferred);
    assertEquals(await isActive(client, granted), true);
    assertEquals((await remaining(client, granted))[0]!.amount, 20n);
  }
  assertEquals(adjustable, [false, true, true]);
});
