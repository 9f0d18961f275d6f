/** A spender's invalid arguments are rejected by name, before any signature or read. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createClient, custom, type Hex, zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Call } from "../../account/calls.ts";
import { AcctError } from "../../ground/errors.ts";
import { describeGrant, type WalletGrantPermissionsResponse } from "../details.ts";
import { isActive, type Permission, prepareTransaction, remaining } from "../mod.ts";
import { cancelRedemption, prepareRedemption, signRedemption } from "../redeem.ts";
import type { RedemptionSigner, RedemptionTerms } from "../redemption.ts";
import { permissionId } from "../permission.ts";

const token: Hex = `0x${"11".repeat(20)}`;
const key = privateKeyToAccount(`0x${"77".repeat(32)}`);
const chainId = 31337;
const permission: Permission = {
  account: `0x${"33".repeat(20)}`,
  spender: key.address,
  start: 1,
  end: 2 ** 48 - 1,
  salt: 7n,
  calls: [{ target: token, selector: "0xa9059cbb", rules: [] }],
  spends: [{ token, allowance: 5n, unit: 2, multiplier: 1 }],
  watched: [token],
};
const granted = describeGrant(permission, permissionId(permission, chainId), chainId);
const calls: readonly Call[] = [{ to: token, value: 1n, data: "0x1234" }];
const client = createClient({
  transport: custom({ request: () => Promise.reject(new Error("the chain was asked")) }),
});
const later = Math.floor(Date.now() / 1000) + 600;

/** A key that must not be used. */
const idle: RedemptionSigner = {
  signTypedData: () => Promise.reject(new Error("it was signed")),
};

async function fieldOf(work: () => unknown): Promise<string | undefined> {
  const error = await assertRejects(async () => await work(), AcctError);
  assertEquals(error.data.cause, "invalid_params");
  return error.data.field;
}

Deno.test("spender: a grant of another form is rejected with the field, in each function", async () => {
  const [spend] = granted.spends;
  const rows: [odd: unknown, field: string][] = [
    [undefined, "granted"],
    [null, "granted"],
    [JSON.stringify(granted), "granted"],
    [{}, "granted.account"],
    [{ ...granted, spender: "0x1" }, "granted.spender"],
    [{ ...granted, salt: undefined }, "granted.salt"],
    [{ ...granted, end: "1" }, "granted.end"],
    [{ ...granted, calls: undefined }, "granted.calls"],
    [{ ...granted, calls: [{ target: token }] }, "granted.calls[0].selector"],
    [{ ...granted, spends: [{ ...spend, allowance: undefined }] }, "granted.spends[0].allowance"],
    [{ ...granted, spends: [{ ...spend, unit: "days" }] }, "granted.spends[0].unit"],
    [{ ...granted, watched: [5] }, "granted.watched[0]"],
    [{ ...granted, chainId: undefined }, "granted.chainId"],
    [{ ...granted, permissionId: undefined }, "granted.permissionId"],
    [{ ...granted, signature: 5 }, "granted.signature"],
    [{ ...granted, chainId: "0x1" }, "permissionId"],
  ];
  for (const [odd, field] of rows) {
    const grant = odd as WalletGrantPermissionsResponse;
    for (
      const work of [
        () => isActive(client, grant),
        () => remaining(client, grant),
        () => prepareTransaction(grant, calls),
        () => prepareRedemption(grant, calls),
        () => signRedemption(idle, grant, calls, { validUntil: later }),
      ]
    ) {
      assertEquals([odd, await fieldOf(work)], [odd, field]);
    }
  }
});

Deno.test("spender: malformed clients and calls are rejected with the field", async () => {
  for (const work of [isActive, remaining]) {
    assertEquals(await fieldOf(() => work(undefined!, granted)), "client");
    assertEquals(await fieldOf(() => work({} as typeof client, granted)), "client.request");
  }
  const rows: [odd: unknown, field: string][] = [
    [undefined, "calls"],
    [{}, "calls"],
    [[null], "calls[0]"],
    [[...calls, { to: "0x12", value: 0n, data: "0x" }], "calls[1].to"],
    [[{ to: token, value: "1", data: "0x" }], "calls[0].value"],
    [[{ to: token, value: -1n, data: "0x" }], "calls[0].value"],
    [[{ to: token, value: 0n }], "calls[0].data"],
  ];
  for (const [odd, field] of rows) {
    const given = odd as readonly Call[];
    for (
      const work of [
        () => prepareTransaction(granted, given),
        () => prepareRedemption(granted, given),
        () => signRedemption(idle, granted, given, { validUntil: later }),
      ]
    ) {
      assertEquals([odd, await fieldOf(work)], [odd, field]);
    }
  }
});

Deno.test("redemption: unintended terms are rejected before the signature", async () => {
  const rows: [odd: unknown, field: string][] = [
    [undefined, "terms"],
    [{}, "terms.validUntil"],
    [{ validUntil: Date.now() }, "terms.validUntil"],
    [{ validUntil: 5 }, "terms.validUntil"],
    [{ validUntil: later - 1200 }, "terms.validUntil"],
    [{ validUntil: later + 0.5 }, "terms.validUntil"],
    [{ validUntil: 2 ** 48 }, "terms.validUntil"],
    [{ validUntil: BigInt(later) }, "terms.validUntil"],
    [{ validUntil: new Date(later * 1000) }, "terms.validUntil"],
    [{ validUntil: later, redeemers: [] }, "terms.redeemers"],
    [{ validUntil: later, redeemers: null }, "terms.redeemers"],
    [{ validUntil: later, redeemers: token }, "terms.redeemers"],
    [{ validUntil: later, redeemers: ["0x1"] }, "terms.redeemers[0]"],
    [{ validUntil: later, redeemer: token }, "terms.redeemer"],
    [{ validUntil: later, nonce: 5 }, "terms.nonce"],
    [{ validUntil: later, nonce: 2n ** 256n }, "terms.nonce"],
  ];
  for (const [odd, field] of rows) {
    const work = () => signRedemption(idle, granted, calls, odd as RedemptionTerms);
    assertEquals([odd, await fieldOf(work)], [odd, field]);
  }
});

Deno.test("redemption: only the spender's key signs", async () => {
  const other = privateKeyToAccount(`0x${"78".repeat(32)}`);
  const terms = { validUntil: later };
  const sign = (signer: unknown) =>
    signRedemption(signer as RedemptionSigner, granted, calls, terms);
  assertEquals(await fieldOf(() => sign(other)), "granted.spender");
  assertEquals(await fieldOf(() => sign(undefined)), "signer");
  assertEquals(await fieldOf(() => sign(`0x${"77".repeat(32)}`)), "signer");
  assertEquals(await fieldOf(() => sign({ address: key.address })), "signer.signTypedData");
  assert((await sign(key)).context.length > 2);
  // A key without an address signs for a contract, such as a session key.
  assert((await sign({ signTypedData: () => Promise.resolve(zeroHash) })).context.length > 2);
  for (const validUntil of [later, 2 ** 48 - 1]) {
    await signRedemption(key, granted, calls, { validUntil, redeemers: undefined });
  }
});

Deno.test("redemption: a nonce to cancel must be a uint256", () => {
  for (const nonce of [undefined, 5, -1n] as unknown as bigint[]) {
    const error = assertThrows(() => cancelRedemption(nonce), AcctError) as AcctError;
    assertEquals(error.data.field, "nonce");
  }
});
