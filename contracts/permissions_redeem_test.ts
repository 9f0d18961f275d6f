import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, getAddress, type Hex, pad, parseEventLogs } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { permissions } from "./addresses.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { signTypedData } from "./testing/erc7739.ts";
import { daily, fresh, grant, left, own, receiver, spender, transfer } from "./testing/grant.ts";
import { createPasskey, highS } from "./testing/passkey.ts";
import {
  now,
  type Permission,
  permissionData,
  permissionId,
  puppetData,
  saltOf,
  sendAs,
  signPermission,
} from "./testing/permission.ts";
import {
  batchExecution,
  contextOf,
  direct,
  mode,
  redeemData,
  type Redeemed,
  type Redemption,
  redemptionData,
  singleExecution,
} from "./testing/redemption.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, createAccount, type Stack, startStack } from "./testing/stack.ts";
import { balanceOf } from "./testing/token.ts";

const key = privateKeyToAccount(pad("0x7710"));
const facilitator: Address = "0x00000000000000000000000000000000000fac17";
const stranger: Address = "0x0000000000000000000000000000000000057a49";

/** Signs that a call is redeemed; changes come after the signature. */
async function signed(
  stack: Stack,
  permission: Permission,
  call: Call,
  terms: Partial<Redemption> = {},
  chainId = stack.chainId,
): Promise<{ redemption: Redemption; redeemed: Redeemed }> {
  const redemption = {
    ...direct(permission),
    redeemers: [facilitator],
    nonce: 1n,
    validUntil: await now(stack) + 600,
    ...terms,
  };
  const execution = singleExecution(call);
  const data = redemptionData(redemption, { mode: mode.single, execution }, chainId);
  redemption.signature = await key.signTypedData(data);
  return {
    redemption,
    redeemed: { context: contextOf(redemption), mode: mode.single, execution },
  };
}

const redeem = (stack: Stack, from: Address, ...redeemed: Redeemed[]) =>
  sendAs(stack, from, redeemData(redeemed));

Deno.test("spenders redeem permissions themselves (ERC-7710)", async (t) => {
  await using stack = await startStack();
  const [token] = stack.tokens;
  const { account, owner } = await fresh(stack, 700);
  const permission = await daily(stack, account);
  const context = contextOf(direct(permission));
  const single = (amount: bigint): Redeemed => ({
    context,
    mode: mode.single,
    execution: singleExecution(transfer(token, amount)),
  });

  await t.step("a permission that no owner granted is rejected", async () => {
    assertEquals(await redeem(stack, spender, single(1n)), "NotApproved");
  });

  assertEquals(await grant(stack, owner, permission), null);

  await t.step("one call, and a batch, within the same limits", async () => {
    assertEquals(await redeem(stack, spender, single(10n)), null);
    const execution = batchExecution([transfer(token, 10n), transfer(token, 20n)]);
    assertEquals(await redeem(stack, spender, { context, mode: mode.batch, execution }), null);
    assertEquals(await balanceOf(stack, token, receiver), 40n);
    assertEquals(await left(stack, permission), [60n]);
    assertEquals(await redeem(stack, spender, single(61n)), "AllowanceExceeded");
  });

  await t.step("only granted calls can be made", async () => {
    const execution = singleExecution({ target: receiver, value: 1n });
    assertEquals(
      await redeem(stack, spender, { context, mode: mode.single, execution }),
      "NoAllowance",
    );
    const data = permissionData.revoke(permissionId(permission));
    for (const target of [account, permissions]) {
      const call = singleExecution({ target, data });
      const refused = { context, mode: mode.single, execution: call };
      assertEquals(await redeem(stack, spender, refused), "ForbiddenCall");
    }
  });

  await t.step("a stolen context pays no one else", async () => {
    for (const from of [stranger, account, facilitator]) {
      assertEquals(await redeem(stack, from, single(1n)), "NotSpender");
    }
    const inside = encodeFunctionData({
      abi: permissionsAbi,
      functionName: "executeRedeemed",
      args: [permission, permissionId(permission), [{
        target: token,
        value: 0n,
        data: transfer(token, 1n).data!,
      }]],
    });
    for (const from of [stranger, spender]) {
      assertEquals(await sendAs(stack, from, inside), "NotSelf");
    }
  });

  await t.step("contexts in one call are charged in sequence, all or none", async () => {
    assertEquals(await redeem(stack, spender, single(20n), single(10n)), null);
    assertEquals(await left(stack, permission), [30n]);
    assertEquals(await redeem(stack, spender, single(20n), single(11n)), "AllowanceExceeded");
    assertEquals(await left(stack, permission), [30n]);
  });

  await t.step("other modes, empty contexts and uneven lists are rejected", async () => {
    const whole = single(1n);
    for (
      const unknown of [
        pad("0xff", { dir: "right", size: 32 }), // delegatecall
        pad("0x0001", { dir: "right", size: 32 }), // continues after a failure
        pad("0x0101", { dir: "right", size: 32 }),
        pad("0x01", { size: 32 }), // a payload
      ]
    ) {
      assertEquals(await redeem(stack, spender, { ...whole, mode: unknown }), "UnsupportedMode");
    }
    assertEquals(await redeem(stack, spender), "InvalidContext");
    for (const empty of ["0x", pad("0x20", { size: 31 }), pad("0x40", { size: 32 })] as Hex[]) {
      assertEquals(await redeem(stack, spender, { ...whole, context: empty }), "InvalidContext");
    }
    const uneven = [[[context], [], [whole.execution]], [[context], [mode.single], []], [
      [context, context],
      [mode.single],
      [whole.execution],
    ]] as const;
    for (const args of uneven) {
      const data = encodeFunctionData({
        abi: permissionsAbi,
        functionName: "redeemDelegations",
        args,
      });
      assertEquals(await sendAs(stack, spender, data), "InvalidContext");
    }
    const short = { ...whole, execution: whole.execution.slice(0, 2 + 2 * 51) as Hex };
    assertEquals(await redeem(stack, spender, short), "(empty)");
    const half = { ...whole, context: context.slice(0, 2 + 64 * 3) as Hex };
    assertEquals(await redeem(stack, spender, half) === null, false);
    assertEquals(await left(stack, permission), [30n]);
  });

  await t.step("a grant that was only signed is stored by its first redemption", async () => {
    const other = { ...permission, salt: saltOf(2) };
    const grantSignature = await signPermission(other, owner);
    const first = {
      ...single(5n),
      context: contextOf({ ...direct(other), grantSignature }),
    };
    const foreign = await signPermission(other, createPasskey(701));
    const wrong = contextOf({ ...direct(other), grantSignature: foreign });
    assertEquals(await redeem(stack, spender, { ...first, context: wrong }), "InvalidSignature");
    assertEquals(await redeem(stack, stranger, first), "NotSpender");
    assertEquals(await redeem(stack, spender, first), null);
    assertEquals(await redeem(stack, spender, first), null);
    assertEquals(await left(stack, other), [90n]);
    await own(stack, owner, account, permissionData.revoke(permissionId(other)));
    assertEquals(await redeem(stack, spender, first), "IsRevoked");
  });

  await t.step("nothing is redeemed after the end", async () => {
    await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
    assertEquals(await redeem(stack, spender, single(1n)), "IsRevoked");
  });
});

Deno.test("a spender's signature lets others redeem exactly once", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const { account, owner } = await fresh(stack, 710);
  const permission = await daily(stack, account, { spender: key.address });
  assertEquals(await grant(stack, owner, permission), null);
  const pay = transfer(token, 10n);
  const change = (redemption: Redemption, execution: Hex, changes: Partial<Redemption>) => ({
    context: contextOf({ ...redemption, ...changes }),
    mode: mode.single,
    execution,
  });

  await t.step("by a named redeemer, once", async () => {
    const { redeemed } = await signed(stack, permission, pay);
    assertEquals(await redeem(stack, stranger, redeemed), "NotRedeemer");
    assertEquals(await redeem(stack, facilitator, redeemed, redeemed), "NonceUsed");
    assertEquals(await redeem(stack, facilitator, redeemed), null);
    assertEquals(await redeem(stack, facilitator, redeemed), "NonceUsed");
    assertEquals(await left(stack, permission), [90n]);
    const [logged] = parseEventLogs({
      abi: permissionsAbi,
      eventName: "Redeemed",
      logs: await client.getLogs({ fromBlock: 0n }),
    });
    assertEquals<unknown>(logged!.args, {
      id: permissionId(permission),
      spender: key.address,
      redeemer: getAddress(facilitator),
      nonce: 1n,
    });
  });

  await t.step("by anyone, if none is named; several nonces in any order", async () => {
    const [late, early] = [
      await signed(stack, permission, pay, { nonce: 300n, redeemers: [] }),
      await signed(stack, permission, pay, { nonce: 2n, redeemers: [] }),
    ];
    assertEquals(await redeem(stack, stranger, late.redeemed, early.redeemed), null);
    assertEquals(await left(stack, permission), [70n]);
  });

  await t.step("signed values cannot be changed", async () => {
    const { redemption, redeemed } = await signed(stack, permission, pay, { nonce: 3n });
    const { execution } = redeemed;
    const other = { ...permission, salt: saltOf(9) };
    assertEquals(await grant(stack, owner, other), null);
    const elsewhere = singleExecution({ ...pay, data: transfer(token, 11n).data! });
    for (
      const changed of [
        { ...redeemed, execution: elsewhere },
        { ...redeemed, mode: mode.batch, execution: batchExecution([pay]) },
        { ...redeemed, mode: mode.batch },
        change(redemption, execution, { permission: other }),
        change(redemption, execution, { redeemers: [] }),
        change(redemption, execution, { redeemers: [facilitator, stranger] }),
        change(redemption, execution, { nonce: 4n }),
        change(redemption, execution, { validUntil: redemption.validUntil + 1 }),
        change(redemption, execution, { signature: highS(redemption.signature) }),
        change(redemption, execution, { signature: `${redemption.signature}00` }),
        change(redemption, execution, { signature: "0x01" }),
      ]
    ) assertEquals(await redeem(stack, facilitator, changed), "InvalidRedemption");
    assertEquals(await redeem(stack, facilitator, redeemed), null);
  });

  await t.step("another key, or another chain, redeems nothing", async () => {
    const foreign = await signed(stack, permission, pay, { nonce: 5n }, 1);
    assertEquals(await redeem(stack, facilitator, foreign.redeemed), "InvalidRedemption");
    const others = await daily(stack, account, { spender, salt: saltOf(3) });
    assertEquals(await grant(stack, owner, others), null);
    const { redeemed } = await signed(stack, others, pay, { nonce: 5n });
    assertEquals(await redeem(stack, facilitator, redeemed), "InvalidRedemption");
  });

  await t.step("a cancelled or expired one is rejected", async () => {
    const { redeemed } = await signed(stack, permission, pay, { nonce: 6n });
    const cancel = encodeFunctionData({
      abi: permissionsAbi,
      functionName: "cancelRedemption",
      args: [6n],
    });
    assertEquals(await sendAs(stack, stranger, cancel), null);
    assertEquals(await sendAs(stack, key.address, cancel), null);
    assertEquals(await sendAs(stack, key.address, cancel), "NonceUsed");
    assertEquals(await redeem(stack, facilitator, redeemed), "NonceUsed");
    const validUntil = await now(stack) + 100;
    const last = await signed(stack, permission, pay, { nonce: 7n, validUntil });
    const past = await signed(stack, permission, pay, { nonce: 8n, validUntil });
    await client.setNextBlockTimestamp({ timestamp: BigInt(validUntil) });
    await client.mine({ blocks: 1 });
    assertEquals((await client.getBlock()).timestamp, BigInt(validUntil));
    // In the last second, that of the latest block.
    await client.call({ account: facilitator, to: permissions, data: redeemData([last.redeemed]) });
    await client.increaseTime({ seconds: 2 });
    await client.mine({ blocks: 1 });
    assertEquals(await redeem(stack, facilitator, past.redeemed), "RedemptionExpired");
  });

  await t.step("a permission for its spender alone is redeemed by no one else", async () => {
    const salt = saltOf(1) | 1n << 175n;
    const alone = { ...permission, salt };
    assertEquals(await grant(stack, owner, alone), null);
    for (const redeemers of [[], [facilitator], [key.address]]) {
      const { redeemed } = await signed(stack, alone, pay, { nonce: 9n, redeemers });
      assertEquals(await redeem(stack, facilitator, redeemed), "NotRedeemer");
    }
    const self = { context: contextOf(direct(alone)), mode: mode.single };
    const execution = singleExecution(pay);
    assertEquals(await redeem(stack, key.address, { ...self, execution }), null);
  });

  await t.step("a contract signs by ERC-1271", async () => {
    const passkey = createPasskey(711);
    const contract = await createAccount(stack, [passkey.bytes]);
    const theirs = await daily(stack, account, { spender: contract, salt: saltOf(5) });
    assertEquals(await grant(stack, owner, theirs), null);
    const { redemption, redeemed: { execution } } = await signed(stack, theirs, pay);
    const data = redemptionData(redemption, { mode: mode.single, execution });
    const plain = change(redemption, execution, {});
    assertEquals(await redeem(stack, facilitator, plain), "InvalidRedemption");
    const signature = await signTypedData({
      account: contract,
      chainId: stack.chainId,
      owner: passkey,
      typed: {
        ...data,
        domainType: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
      },
    });
    const nested = change(redemption, execution, { signature });
    assertEquals(await redeem(stack, facilitator, nested), null);
    assertEquals(await redeem(stack, facilitator, nested), "NonceUsed");
  });
});

Deno.test("a redemption cannot be redeemed from inside its own use", async () => {
  await using stack = await startStack();
  const [token] = stack.tokens;
  const { puppet, routed } = await startRouter(stack);
  const { account, owner } = await fresh(stack, 720);
  const inner = await routed(account, { spender: puppet });
  const outer = await routed(account, { salt: saltOf(2) });
  for (const each of [inner, outer]) assertEquals(await grant(stack, owner, each), null);
  const again = redeemData([{
    context: contextOf(direct(inner)),
    mode: mode.single,
    execution: singleExecution(transfer(token, 50n)),
  }]);
  const reenter: Call = {
    target: puppet,
    data: puppetData("run", [{ target: permissions, data: again }]),
  };
  const refused = await redeem(stack, spender, {
    context: contextOf(direct(outer)),
    mode: mode.single,
    execution: singleExecution(reenter),
  });
  assertEquals(refused, "ReentrancyGuardReentrantCall");
  const data = permissionData.execute(outer, [reenter]);
  assertEquals(await sendAs(stack, spender, data), "ReentrancyGuardReentrantCall");
});
