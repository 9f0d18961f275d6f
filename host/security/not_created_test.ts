/**
 * Networks with balances and without the account, and whether an earlier owner could create it
 * there.
 */
import { assertEquals } from "@std/assert";
import { numberToHex } from "viem";
import { wrapSignature } from "../../contracts/testing/passkey.ts";
import { stepDigest } from "../../core/account/owners/change.ts";
import { readHistory, tipOf } from "../../core/account/owners/history.ts";
import { ZERO_WORD } from "../../core/account/owners/key.ts";
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { OwnerStepJson } from "../../core/wire/owners.ts";
import { account, chain, first, friend, full, second, signed } from "../../core/testing/owners.ts";
import { findNotCreated, hadOtherOwners } from "./not_created.tsx";

const usdc = { address: `0x${"d5".repeat(20)}`, symbol: "USDC", decimals: 6 } as const;
const holding = (chainId: number, amount: bigint): HoldingView => ({
  chainId,
  chainName: `Chain ${chainId}`,
  token: usdc,
  amount,
});

/** The owners after these changes; chain 1 has the account, 2 and 3 do not, 4 is unreachable. */
async function ownersAfter(...changes: readonly OwnerStepJson[]): Promise<OwnersNow> {
  const history = await readHistory(account, changes);
  const tip = tipOf(history);
  const chains = [true, false, false, null].map((deployed, index) => ({
    ...chain({ head: tip.head, words: [] }),
    chainId: numberToHex(index + 1),
    name: `Chain ${index + 1}`,
    deployed,
  }));
  return { history, tip, chains };
}

Deno.test("not created: networks with a balance and without the account", async () => {
  const now = await ownersAfter();
  const found = findNotCreated(now, [1, 2, 4].map((id) => holding(id, 5n)).concat(holding(3, 0n)));
  assertEquals(found, [{ id: 2, name: "Chain 2", holdings: [holding(2, 5n)] }]);
  assertEquals(findNotCreated(now, []), []);
});

Deno.test("not created: a network's name cannot hide or imitate texts", async () => {
  const now = await ownersAfter();
  const chains = now.chains.map((each) => ({ ...each, name: `Base\u202e\n${"x".repeat(100)}` }));
  const [found] = findNotCreated({ ...now, chains }, [holding(2, 1n)]);
  assertEquals([found!.name.length <= 60, /[\u202e\n]/.test(found!.name)], [true, false]);
});

Deno.test("not created: owners that were added and never removed are no risk", async () => {
  const added = await signed({ owners: full(first, second) });
  assertEquals(hadOtherOwners(await ownersAfter()), false);
  assertEquals(hadOtherOwners(await ownersAfter(added)), false);
});

Deno.test("not created: a removed owner of either kind, first or later, is a risk", async () => {
  const { signature: _, ...recovery } = await signed({
    owners: [...full(first), { index: 1, kind: "recovery", owner: friend.bytes }],
  });
  const removed = (from: `0x${string}`) => signed({ from: [from], owners: full(first) });
  for (
    const before of [
      await signed({ owners: full(first, second) }),
      await signed(recovery),
    ]
  ) {
    const after = await removed(before.head);
    assertEquals(hadOtherOwners(await ownersAfter(before, after)), true);
  }
  const handed = await signed({ owners: full(null, second) });
  const now = await ownersAfter(handed);
  assertEquals(hadOtherOwners(now), true);
  assertEquals(findNotCreated(now, [holding(2, 1n)]).length, 1);
});

Deno.test("not created: owners that only a recovery leads to cannot create it", async () => {
  const added = await signed({
    owners: [...full(first), { index: 1, kind: "recovery", owner: friend.bytes }],
  });
  const recovery = {
    from: [added.head],
    owners: full(null, null, second),
    next: 4,
    salt: ZERO_WORD,
  };
  const digest = stepDigest(account.address, recovery);
  const signature = wrapSignature(1, await friend.sign(digest));
  const now = await ownersAfter(added, { ...recovery, signature });
  assertEquals(now.tip.owners.map(({ owner }) => owner), [second.bytes]);
  assertEquals(findNotCreated(now, [holding(2, 1n)]), []);
});
