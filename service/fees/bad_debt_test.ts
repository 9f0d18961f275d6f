import { assertEquals } from "@std/assert";
import { type Address, type Hex, numberToHex } from "viem";
import { encodeTokenData, type TokenMode } from "../../contracts/token_paymaster.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { setIncluded } from "../store/included_operations.ts";
import { addOperation } from "../store/operations.ts";
import { isBelowBadDebtLimit } from "./bad_debt.ts";

const paymaster: Address = `0x${"99".repeat(20)}`;
const account = (n: number): Address => numberToHex(n, { size: 20 });
const price = { kind: "fixed", tokenPerNative: "1" } as const;
const [euro, dollar] = [account(7), account(8)];
const config = {
  paymaster,
  tokens: [
    { address: euro, price, markup: 0, unpaidPerDay: 4 },
    { address: dollar, price, markup: 0, unpaidPerDay: 6 },
  ],
} as const;

Deno.test("unpaid: counted by account and key, on one chain, in one day, and only what failed", async () => {
  await using store = await openTestStore();
  let count = 0;
  const land = async (
    sender: Address,
    options: {
      mode?: TokenMode;
      token?: Address;
      success?: boolean;
      keyId?: string;
      chainId?: number;
      to?: Address;
      age?: number;
    } = {},
  ) => {
    const sequence = BigInt(++count);
    const id: Hex = numberToHex(count, { size: 32 });
    const { mode = "postpaid", to = paymaster, success = false, age = 0 } = options;
    await addOperation(store, {
      id,
      chainId: options.chainId ?? 1,
      operation: {
        sender,
        nonce: numberToHex(sequence),
        callData: "0x",
        callGasLimit: "0x1",
        verificationGasLimit: "0x1",
        preVerificationGas: "0x1",
        maxFeePerGas: "0x1",
        maxPriorityFeePerGas: "0x1",
        paymaster: to,
        paymasterData: encodeTokenData({
          validAfter: 0,
          validUntil: 0,
          mode,
          token: options.token ?? euro,
          tokenPerNative: 1n,
          transferGas: 0,
          signature: `0x${"11".repeat(65)}`,
        }),
      },
      account: { address: sender, owners: [], nonce: "0x0" },
      callerId: null,
      keyId: options.keyId ?? "k",
      nonce: { key: 0n, sequence },
      readAt: Date.now(),
      fromBlock: 0,
      standing: () => "submitted",
    });
    await setIncluded(store, id, {
      txHash: "0x1",
      blockHash: "0x2",
      blockNumber: 1,
      success,
      receipt: "{}",
    });
    await store.updateTable("operations").set({ created_at: Date.now() - age })
      .where("id", "=", id).execute();
  };
  const may = (sender: Address, keyId = "k", chainId = 1, token: Address = euro) =>
    isBelowBadDebtLimit(store, config, { sender, keyId, chainId, token });
  const [first, second, third] = [account(1), account(2), account(3)];

  // None of these counts.
  await land(first, { success: true });
  await land(first, { mode: "prepaid" });
  await land(first, { keyId: "other" });
  await land(first, { chainId: 2 });
  await land(first, { to: account(9) });
  await land(first, { age: 86_400_001 });
  await land(first);
  await land(first);
  assertEquals([await may(first), await may(second)], [true, true]);
  await land(first);
  assertEquals([await may(first), await may(second)], [false, true]);
  assertEquals([await may(first, "other"), await may(first, "k", 2)], [true, true]);
  await land(second);
  assertEquals([await may(second), await may(third)], [false, false]);

  // Each token has a limit of its own; an account's is for all of them.
  const inDollars = (sender: Address) => may(sender, "k", 1, dollar);
  assertEquals([await inDollars(first), await inDollars(third)], [false, true]);
  for (let place = 20; place < 25; place++) await land(account(place), { token: dollar });
  assertEquals(await inDollars(third), true);
  await land(account(25), { token: dollar });
  assertEquals(await inDollars(third), false);
});
