import { assertEquals } from "@std/assert";
import { type Address, concat, type Hex, keccak256, maxUint256, numberToHex } from "viem";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { permissions } from "./addresses.ts";
import { answers, type Chameleon, deployChameleon } from "./testing/chameleon.ts";
import { daily, fresh, grant, own, receiver } from "./testing/grant.ts";
import {
  type Permission,
  permissionData,
  puppetData,
  saltOf,
  selectors,
  unit,
  use,
} from "./testing/permission.ts";
import { generator } from "./testing/random.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, encodeCalls, sendCalls, startStack } from "./testing/stack.ts";
import { tokenData } from "./testing/token.ts";

/** Rounds of grants and uses; each takes about a second. */
const ROUNDS = 12;
const USES = 12;

Deno.test("for any tokens and spenders, no token falls by more than its limit", async () => {
  await using stack = await startStack();
  const random = generator(20);
  const pick = <T>(list: readonly T[]): T => list[Number(random(BigInt(list.length)))]!;
  const { puppet, run } = await startRouter(stack);
  const { account, owner } = await fresh(stack, 430);
  const tokens: Chameleon[] = [];
  for (const salt of [20, 21, 22, 23]) {
    const odd = await deployChameleon(stack, salt);
    await odd.mint(account, 10n ** 9n);
    tokens.push(odd);
  }
  const stranger = tokens[3]!;
  // The account allowed all of the others to the router once.
  const standing = tokens.slice(0, 3).map(({ address }): Call => ({
    target: address,
    data: tokenData.approve(puppet, maxUint256),
  }));
  assertEquals((await sendCalls(stack, account, owner, encodeCalls(standing))).success, true);

  const unlisted = keccak256("0x01").slice(0, 10) as Hex;
  const functions: readonly Hex[] = [
    selectors.transfer,
    selectors.transferFrom,
    selectors.approve,
    "0x40c10f19",
    "0x4e71d92d",
    "0xd73dd623",
    "0xdaea85c5",
    "0xa22cb465",
    unlisted,
  ];
  /** Functions that a token may be called with. */
  const fair = functions.slice(3, 5);
  let [granted, done, refused] = [0, 0, 0];
  let epoch = 0n;
  for (let round = 0; round < ROUNDS; round++) {
    const [listed, ...watched] = [0, 1, 2].map((shift) => tokens[(round + shift) % 3]!);
    for (const odd of tokens) await odd.set("balance");
    const bad = random(4n) === 0n;
    // A contract that is not a token while it is granted.
    if (!bad) await stranger.set("reverts");
    const allowance = 50n + random(100n);
    const permission: Permission = await daily(stack, account, {
      salt: saltOf(round + 1, epoch),
      calls: [
        { target: puppet, selector: run, rules: [] },
        { target: listed!.address, selector: pick(bad ? functions : fair), rules: [] },
        { target: listed!.address, selector: selectors.approve, rules: [] },
        { target: listed!.address, selector: selectors.transfer, rules: [] },
        { target: pick(watched).address, selector: pick(bad ? functions : fair), rules: [] },
        {
          target: stranger.address,
          selector: pick(bad ? functions : [...fair, unlisted]),
          rules: [],
        },
      ],
      spends: [
        { token: listed!.address, allowance, unit: unit.day, multiplier: 1 },
        { token: listed!.address, allowance: 2n * allowance, unit: unit.forever, multiplier: 1 },
      ],
      watched: watched.map(({ address }) => address),
    });
    const before = await Promise.all(tokens.map(({ held }) => held(account)));
    if (await grant(stack, owner, permission) === null) granted++;
    for (let i = 0; i < USES; i++) {
      const odd = pick(tokens);
      const answer = pick(answers);
      // A token that lies about its balance lies to everyone: its own owners cannot be protected.
      if (answer !== "lies" && random(3n) === 0n) await odd.set(answer, random(3n) * 5n);
      const calls = Array.from(
        { length: 1 + Number(random(2n)) },
        () => anyCall(listed!, allowance),
      );
      if (await use(stack, permission, calls) === null) done++;
      else refused++;
      for (const each of tokens) await each.set("balance");
    }
    const after = await Promise.all(tokens.map(({ held }) => held(account)));
    for (const [index, odd] of tokens.entries()) {
      const fallen = before[index]! - after[index]!;
      const limit = odd === listed ? allowance : 0n;
      assertEquals(fallen <= limit, true, `round ${round}: ${fallen} of ${limit}`);
      // The stranger may not be a token while it is called.
      if (odd !== stranger) assertEquals(await odd.authorised(account), false);
    }
    await own(stack, owner, account, permissionData.revokeAll());
    epoch = await stack.client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
    const frozen = await Promise.all(tokens.map(({ held }) => held(account)));
    assertEquals(await use(stack, permission, [anyCall(listed!, allowance)]) === null, false);
    assertEquals(await Promise.all(tokens.map(({ held }) => held(account))), frozen);
  }
  assertEquals([granted > 2, done > 5, refused > 20], [true, true, true], `${granted} ${done}`);

  function anyCall(listed: Chameleon, allowance: bigint): Call {
    const odd = pick([listed, listed, pick(tokens)]).address;
    const amount = random(allowance / 4n);
    return pick<() => Call>([
      () => ({ target: odd, data: tokenData.transfer(receiver, amount) }),
      () => ({ target: odd, data: tokenData.approve(puppet, amount) }),
      () => ({ target: odd, data: tokenData.transferFrom(account, receiver, amount) }),
      () => ({
        target: odd,
        data: concat([
          pick(functions),
          numberToHex(BigInt(pick([account, receiver])), { size: 32 }),
          numberToHex(amount, { size: 32 }),
        ]),
      }),
      () => ({ target: puppet, data: pull(odd, amount) }),
    ])();
  }

  function pull(odd: Address, amount: bigint): Hex {
    return puppetData("run", [{
      target: odd,
      data: tokenData.transferFrom(account, puppet, amount),
    }]);
  }
});
