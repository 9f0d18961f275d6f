import { assert, assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, pad, slice } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { permissions } from "./addresses.ts";
import { gameAbi } from "./artifacts/test/game_abi.ts";
import { gameBytecode } from "./artifacts/test/game_bytecode.ts";
import { deployWith } from "./testing/chameleon.ts";
import { daily, fresh, spender, transfer } from "./testing/grant.ts";
import {
  enable,
  kind,
  type Permission,
  permissionData,
  permissionId,
  saltOf,
  unit,
} from "./testing/permission.ts";
import {
  contextOf,
  direct,
  mode,
  redeemData,
  redemptionData,
  singleExecution,
} from "./testing/redemption.ts";
import { type Call, encodeCalls, sendCalls, startStack } from "./testing/stack.ts";

Deno.test("gas of permissions: grant, use, revoke, and the cost of each part", async () => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;
  const { account, owner } = await fresh(stack, 450);
  let salt = 0;
  await client.impersonateAccount({ address: spender });
  await client.setBalance({ address: spender, value: 10n ** 20n });

  /** Gas of the grant and of the second use. */
  const measure = async (changes: Partial<Permission>, call: Call = transfer(token, 1n)) => {
    const permission = await daily(stack, account, { salt: saltOf(++salt), ...changes });
    const granted = await sendCalls(stack, account, owner, enable(permission));
    assertEquals(granted.success, true);
    const data = permissionData.execute(permission, [call]);
    let used = 0n;
    for (let i = 0; i < 2; i++) {
      const hash = await client.sendTransaction({ account: spender, to: permissions, data });
      const { status, gasUsed } = await client.waitForTransactionReceipt({ hash });
      assertEquals(status, "success");
      used = gasUsed;
    }
    return { permission, grant: granted.gasUsed, use: used };
  };
  await measure({});
  const bare = await measure({});
  const revoke = encodeCalls([{
    target: permissions,
    data: permissionData.revoke(permissionId(bare.permission)),
  }]);
  const { gasUsed: revoked } = await sendCalls(stack, account, owner, revoke);
  const day = { token, allowance: 100n, unit: unit.day, multiplier: 1 };
  const capped = await measure({ spends: [day, { ...day, unit: unit.forever }] });
  const watching = await measure({ watched: [other] });
  const game = await deployWith(stack, gameAbi, gameBytecode.initCode);
  const play: Call = {
    target: game,
    data: encodeFunctionData({ abi: gameAbi, functionName: "play", args: [account, 1n, 1n] }),
  };
  const calls = (rules: Permission["calls"][number]["rules"]) => ({
    calls: [{ target: game, selector: slice(play.data!, 0, 4), rules }],
  });
  const free = await measure(calls([]), play);
  const ruled = await measure(calls([{ word: 0, kind: kind.account, values: [] }]), play);
  // By ERC-7710, from the spender itself and with its signature; nonces are counted.
  const key = privateKeyToAccount(pad("0x7710"));
  const call = transfer(token, 1n);
  const redeemed = async (salt: number, from: Address, nonce?: bigint) => {
    const permission = await daily(stack, account, { salt: saltOf(salt), spender: key.address });
    const granted = await sendCalls(stack, account, owner, enable(permission));
    assertEquals(granted.success, true);
    const execution = singleExecution(call);
    await client.impersonateAccount({ address: from });
    await client.setBalance({ address: from, value: 10n ** 20n });
    let used = 0n;
    for (let i = 0n; i < 2n; i++) {
      const redemption = { ...direct(permission), validUntil: permission.end };
      if (nonce !== undefined) {
        redemption.nonce = nonce + i;
        const data = redemptionData(redemption, { mode: mode.single, execution });
        redemption.signature = await key.signTypedData(data);
      }
      const data = redeemData([{ context: contextOf(redemption), mode: mode.single, execution }]);
      const hash = await client.sendTransaction({ account: from, to: permissions, data });
      const { status, gasUsed } = await client.waitForTransactionReceipt({ hash });
      assertEquals(status, "success");
      used = gasUsed;
    }
    return used;
  };
  const direct7710 = await redeemed(900, key.address);
  const signed7710 = await redeemed(901, spender, 1n);
  const rows: [name: string, gas: bigint, bar: bigint][] = [
    ["grant", bare.grant, 159_900n],
    ["use", bare.use, 92_300n],
    ["revoke", revoked, 117_600n],
    ["redemption, above a use", direct7710 - bare.use, 9_000n],
    ["its signature", signed7710 - direct7710, 20_000n],
    ["cap, in a grant", capped.grant - bare.grant, 5_000n],
    ["cap, in a use", capped.use - bare.use, 14_000n],
    ["watched token, in a grant", watching.grant - bare.grant, 2_000n],
    ["watched token, in a use", watching.use - bare.use, 12_000n],
    ["rule, in a grant", ruled.grant - free.grant, 6_000n],
    ["rule, in a use", ruled.use - free.use, 6_000n],
  ];
  for (const [name, gas, bar] of rows) {
    assert(gas <= bar, `${name}: ${gas}, at most ${bar}`);
  }
});
