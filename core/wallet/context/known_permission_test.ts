import { assertEquals, assertRejects } from "@std/assert";
import {
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbi,
  zeroHash,
} from "viem";
import { permissionsAbi } from "../../chain/abi.ts";
import { contracts } from "../../chain/contracts.ts";
import { describeGrant } from "../../permission/details.ts";
import { fromGrant } from "../../permission/granted.ts";
import { type Permission, permissionId, toPermissionJson } from "../../permission/permission.ts";
import { encodeContext } from "../../permission/redemption.ts";
import { AcctError } from "../../ground/errors.ts";
import type { PermissionJson } from "../../wire/permissions.ts";
import {
  chain,
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  origin,
} from "../../testing/local_wallet.ts";

const REVOKED = numberToHex(1, { size: 32 });
const GRANTED: Hex = `0x${"ab".repeat(32)}`;
const signatureAbi = parseAbi(["function isOwnerSignature(bytes32, bytes) view returns (bool)"]);
const other: Hex = `0x${"22".repeat(20)}`;

/** A wallet whose service serves two chains, and the outcome of a revocation. */
async function scene() {
  const at = {
    /** Word that each chain stores; an error is thrown. */
    marks: { 1: zeroHash, 2: zeroHash } as Record<number, Hex | AcctError>,
    listed: [] as readonly PermissionJson[] | AcctError,
    /** Responses to requests that name a chain, if they differ. */
    listedAt: {} as Record<number, readonly PermissionJson[]>,
    standing: true,
    epoch: 0n,
    /** True if the account accepts the signature as an owner's. */
    signed: true,
    prompted: 0,
  };
  const chains = [chain, { ...chain, id: 2, name: "Two" }];
  const wallet = localWallet(
    fakeUser(() => {
      at.prompted++;
      return Promise.reject(new Error("prompted"));
    }),
    {
      service: localService({
        configuration: () => Promise.resolve({ version: 1, keysUrl: origin, chains }),
        chain(id, method, params) {
          if (method !== "eth_call") return Promise.resolve("0x");
          const [{ to, data }] = params as [{ to: Hex; data: Hex }];
          if (to !== contracts.permissions) {
            decodeFunctionData({ abi: signatureAbi, data });
            return Promise.resolve(encodeAbiParameters([{ type: "bool" }], [at.signed]));
          }
          const { functionName } = decodeFunctionData({ abi: permissionsAbi, data });
          if (functionName === "isStanding") {
            return Promise.resolve(encodeAbiParameters([{ type: "bool" }], [at.standing]));
          }
          if (functionName === "epochOf") {
            return Promise.resolve(encodeAbiParameters([{ type: "uint64" }], [at.epoch]));
          }
          // The target currently behaves like a token, so the contract rejects the grant.
          if (functionName === "approveWithSignature") {
            return Promise.reject(new Error("reverted"));
          }
          const mark = at.marks[id]!;
          return mark instanceof AcctError ? Promise.reject(mark) : Promise.resolve(mark);
        },
        call(method, params) {
          if (method !== "acct_getPermissions") return true;
          const { chainId } = params as { readonly chainId?: Hex };
          if (chainId !== undefined && at.listedAt[Number(chainId)]) {
            return at.listedAt[Number(chainId)];
          }
          if (at.listed instanceof AcctError) throw at.listed;
          return at.listed;
        },
      }),
    },
  );
  const account = await connectedAccount(wallet);
  const permission = (change: Partial<Permission> = {}): Permission => ({
    account,
    spender: other,
    start: 1,
    end: 2_000_000_000,
    salt: 7n,
    calls: [],
    spends: [{ token: other, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
    ...change,
  });
  const json = (chainId: number, change: Partial<Permission> = {}): PermissionJson => {
    const contents = permission(change);
    return {
      ...toPermissionJson(contents, permissionId(contents, chainId), chainId),
      revoked: false,
    };
  };
  const granted = (chainId: number, change: Partial<Permission> = {}) => {
    const contents = permission(change);
    const described = describeGrant(contents, permissionId(contents, chainId), chainId);
    return { ...described, signature: "0x1234" as Hex };
  };
  /** Revokes on the first chain: `done` without a prompt, `prompt`, or the error. */
  const revoke = async (id: Hex, handed?: unknown) => {
    const before = at.prompted;
    const { signal } = new AbortController();
    const params = { account, chainId: 1, id, granted: handed };
    try {
      assertEquals(await wallet.ask("wallet_revokePermissions", params, { signal }), {
        success: true,
      });
      return "done";
    } catch (error) {
      if (at.prompted > before) return "prompt";
      const { data, message } = error as AcctError;
      if (message.includes("Two (chain 2)")) return `${data.cause} ${data.field} Two`;
      return [data?.cause ?? message, data?.field].join(" ").trim();
    }
  };
  return Object.assign(at, { account, json, granted, revoke });
}

const unknown: Hex = `0x${"77".repeat(32)}`;
const onTwo = "invalid_params params[0].chainId Two";

Deno.test("revoke: an id that no source has is rejected before a prompt", async () => {
  const at = await scene();
  assertEquals(await at.revoke(unknown), "permission_unknown params[0].id");
  // A permission of another account does not belong to this one.
  at.listed = [at.json(1, { account: other })];
  assertEquals(
    await at.revoke(at.json(1, { account: other }).id),
    "permission_unknown params[0].id",
  );
  const theirs = at.granted(1, { account: other });
  assertEquals(await at.revoke(theirs.permissionId, theirs), "permission_unknown params[0].id");
});

Deno.test("revoke: a permission of another chain names it, by the service or by the chain", async () => {
  const at = await scene();
  const two = at.json(2);
  at.listed = [two];
  assertEquals(await at.revoke(two.id), onTwo);
  // The service has no copy, or a different one. The chain has it.
  at.marks = { 1: zeroHash, 2: GRANTED };
  for (const listed of [[], [{ ...two, end: 5 }], new AcctError("service_down")]) {
    at.listed = listed;
    assertEquals(await at.revoke(two.id), onTwo);
  }
  at.marks = { 1: zeroHash, 2: zeroHash };
  at.listed = [];
  assertEquals(await at.revoke(two.id, at.granted(2)), onTwo);
});

Deno.test("revoke: revoked here but active on another chain is not success", async () => {
  const at = await scene();
  at.marks = { 1: REVOKED, 2: GRANTED };
  assertEquals(await at.revoke(at.json(2).id), onTwo);
  at.marks = { 1: REVOKED, 2: zeroHash };
  at.listed = [at.json(2)];
  assertEquals(await at.revoke(at.json(2).id), onTwo);
});

Deno.test("revoke: a permission that the chain ended already needs no prompt", async () => {
  const at = await scene();
  const { id } = at.json(1);
  at.marks = { 1: REVOKED, 2: zeroHash };
  assertEquals(await at.revoke(id), "done");
  at.listed = [{ ...at.json(1), revoked: true }];
  assertEquals(await at.revoke(id), "done");
  // Revoked by `revokeAll`, or with its owner.
  at.marks = { 1: GRANTED, 2: zeroHash };
  at.standing = false;
  assertEquals(await at.revoke(id), "done");
});

Deno.test("revoke: the chain decides, not the service", async () => {
  const at = await scene();
  const { id } = at.json(1);
  at.marks = { 1: GRANTED, 2: zeroHash };
  for (
    const listed of [
      [],
      [{ ...at.json(1), revoked: true }],
      [{ ...at.json(1), spender: at.account }],
      new AcctError("service_down"),
    ]
  ) {
    at.listed = listed;
    assertEquals(await at.revoke(id), "prompt");
  }
});

Deno.test("revoke: a signed grant that was never used stays revocable", async () => {
  const at = await scene();
  const { id } = at.json(1);
  at.listed = [{ ...at.json(1), signature: "0x1234" }];
  assertEquals(await at.revoke(id), "prompt");
  // The service lost its copy: the complete grant is sufficient.
  at.listed = [];
  assertEquals(await at.revoke(id), "permission_unknown params[0].id");
  assertEquals(await at.revoke(id, at.granted(1)), "prompt");
  at.signed = false;
  assertEquals(await at.revoke(id, at.granted(1)), "permission_unknown params[0].id");
  at.signed = true;
  const { signature: _, ...unsigned } = at.granted(1);
  assertEquals(await at.revoke(id, unsigned), "permission_unknown params[0].id");
  // Only a grant with this id is accepted.
  const wrong = [{}, null, 5, { ...at.granted(1), end: 9 }, at.granted(1, { end: 9 })];
  for (const handed of wrong) {
    assertEquals(await at.revoke(id, handed), "invalid_params params[0].granted");
  }
});

Deno.test("revoke: if a chain is unreachable, the result claims nothing", async () => {
  const at = await scene();
  at.marks = { 1: zeroHash, 2: new AcctError("chain_down") };
  assertEquals(await at.revoke(unknown), "chain_down");
  at.marks = { 1: new AcctError("chain_down"), 2: zeroHash };
  assertEquals(await at.revoke(unknown), "chain_down");
  at.marks = { 1: zeroHash, 2: zeroHash };
  at.listed = new AcctError("service_down");
  await assertRejects(
    async () => {
      throw new Error(await at.revoke(unknown));
    },
    Error,
    "service_down",
  );
});

Deno.test("revoke: a revocation mark on this chain is not enough while the granting chain is unknown", async () => {
  const at = await scene();
  // A signed grant of the second chain that only the service has.
  at.marks = { 1: REVOKED, 2: zeroHash };
  at.listed = new AcctError("service_down");
  assertEquals(await at.revoke(at.json(2).id), "service_down");
});

Deno.test("revoke: a target's current response does not prevent the revocation of a signed grant", async () => {
  const at = await scene();
  const handed = at.granted(1);
  // The contract rejects the grant, because the target currently behaves like a token.
  assertEquals(await at.revoke(handed.permissionId, handed), "prompt");
  // Revoked by `revokeAll`, or because another owner got the index.
  at.standing = false;
  at.epoch = 1n;
  assertEquals(await at.revoke(handed.permissionId, handed), "done");
});

Deno.test("revoke: a signed grant that is not valid yet is revoked on the chain", async () => {
  const at = await scene();
  // Permissions were never enabled, or the grant was signed for a future epoch.
  at.standing = false;
  for (const salt of [7n, 1n << 192n, 1n << 224n]) {
    const handed = at.granted(1, { salt });
    assertEquals(await at.revoke(handed.permissionId, handed), "prompt");
    at.listed = [{ ...at.json(1, { salt }), signature: "0x1234" }];
    assertEquals(await at.revoke(handed.permissionId), "prompt");
    at.listed = [];
  }
});

Deno.test("revoke: another chain that is down does not prevent the revocation of a signed grant", async () => {
  const at = await scene();
  const json = { ...at.json(1), signature: "0x1234" as Hex };
  at.marks = { 1: zeroHash, 2: new AcctError("chain_down") };
  // The service reads either all chains or none.
  at.listed = new AcctError("chain_down");
  assertEquals(await at.revoke(json.id), "chain_down");
  at.listedAt = { 1: [json] };
  assertEquals(await at.revoke(json.id), "prompt");
});

Deno.test("revoke: a context of one permission does not revoke another in its name", async () => {
  const at = await scene();
  const [ended, live] = [at.granted(1), at.granted(1, { salt: 8n })];
  at.listed = [at.json(1), at.json(1, { salt: 8n })];
  at.marks = { 1: REVOKED, 2: zeroHash };
  const context = ({ permissionId: id, signature }: typeof live, contents = live) =>
    encodeContext({ permission: fromGrant(contents), chainId: 1, id, signature });
  assertEquals(await at.revoke(ended.permissionId, context(ended, ended)), "done");
  // The spender can redeem this one, because it has the contents of the active permission.
  assertEquals(
    await at.revoke(ended.permissionId, context(ended, live)),
    "invalid_params params[0].granted",
  );
});

Deno.test("revoke: a context is sufficient for a signed grant that was never used", async () => {
  const at = await scene();
  const handed = at.granted(1);
  const { permissionId: id, signature } = handed;
  const context = { permission: fromGrant(handed), chainId: 1, id };
  assertEquals(await at.revoke(id, encodeContext({ ...context, signature })), "prompt");
  assertEquals(await at.revoke(id, encodeContext(context)), "permission_unknown params[0].id");
});
