import { assertEquals, assertThrows } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint } from "./addresses.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { sponsorPaymasterAddress } from "./contract_list.ts";
import { deploy } from "./deploy.ts";
import { decodeSponsorData, encodeSponsorData, sponsorHash, sponsorStubData } from "./paymaster.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  accountAddress,
  deployerKey,
  deployment,
  encodeCalls,
  handleOps,
  maxCostOf,
  type Operation,
  prepare,
  revertOf,
  signed,
  startStack,
  transact,
} from "./testing/stack.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";

Deno.test("the sponsor's paymaster", async (t) => {
  await using stack = await startStack();
  const { client, chainId, sponsorPaymaster: paymaster, sponsorSigner } = stack;
  const abi = sponsorPaymasterAbi;
  const passkey = createPasskey(1);
  const account = await accountAddress(stack, [passkey.bytes]);
  const now = Number((await client.getBlock()).timestamp);
  const window = { validAfter: now - 60, validUntil: now + 600 };
  const limits = {
    paymaster,
    paymasterVerificationGasLimit: 60_000n,
    paymasterPostOpGasLimit: 0n,
  };
  const sponsored = async (
    operation: Operation,
    how: {
      validAfter?: number;
      validUntil?: number;
      chainId?: number;
      paymaster?: Address;
      signer?: typeof sponsorSigner;
    } = {},
  ): Promise<Operation> => {
    const bounds = {
      validAfter: how.validAfter ?? window.validAfter,
      validUntil: how.validUntil ?? window.validUntil,
    };
    const hash = sponsorHash({
      paymaster: how.paymaster ?? paymaster,
      chainId: how.chainId ?? chainId,
      operation,
      ...bounds,
    });
    const signature = await (how.signer ?? sponsorSigner).sign({ hash });
    return { ...operation, paymasterData: encodeSponsorData({ ...bounds, signature }) };
  };
  const send = async (operation: Operation) =>
    (await handleOps(stack, await signed(stack, operation, passkey)))[0]!;
  const base = (changes: Partial<Operation> = {}) =>
    prepare(stack, account, encodeCalls([{ target: to }]), { ...limits, ...changes });

  const balance = () =>
    client.readContract({
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [paymaster],
    });

  const maxCost = () => client.readContract({ address: paymaster, abi, functionName: "maxCost" });

  const nameOf = async (data: Hex, from?: Address) =>
    errorName(
      await revertOf(stack, { to: paymaster, data, ...(from === undefined ? {} : { from }) }),
      abi,
    );

  await t.step("pays for an account without ether, its deployment included", async () => {
    const before = await balance();
    const operation = await base(deployment([passkey.bytes]));
    const { success, receipt } = await send(await sponsored(operation));
    assertEquals(success, true);
    assertEquals(await client.getBalance({ address: account }), 0n);
    assertEquals(await balance() < before, true);
    assertEquals(receipt.status, "success");
  });

  await t.step("rejects an operation that differs in any field from the signed one", async () => {
    const good = await sponsored(await base());
    const other = await accountAddress(stack, [passkey.bytes], 1n);
    const changes: Partial<Operation>[] = [
      { nonce: 1n << 64n },
      { callData: encodeCalls([{ target: to, data: "0x01" }]) },
      { callGasLimit: good.callGasLimit - 1n },
      { verificationGasLimit: good.verificationGasLimit - 1n },
      { preVerificationGas: good.preVerificationGas - 1n },
      { maxFeePerGas: good.maxFeePerGas - 1n },
      { maxPriorityFeePerGas: good.maxPriorityFeePerGas - 1n },
      { paymasterVerificationGasLimit: 60_001n },
      { paymasterPostOpGasLimit: 1n },
      { sender: other, nonce: 0n, ...deployment([passkey.bytes], 1n) },
      { paymasterData: shifted(good.paymasterData!, 5) },
      { paymasterData: shifted(good.paymasterData!, 11) },
      { paymasterData: shifted(good.paymasterData!, 20) },
      { paymasterData: `${good.paymasterData!}00` },
      { paymasterData: good.paymasterData!.slice(0, -2) as Hex },
      { paymasterData: "0x" },
      { paymasterData: "0x00" },
    ];
    for (const change of changes) {
      await assertRefused(send({ ...good, ...change }), "AA34").catch((cause) => {
        throw new Error(`taken: ${Object.keys(change)}`, { cause });
      });
    }
    // The init code counts too: a signature for one factory call is invalid for any other.
    const deploying = await prepare(stack, other, encodeCalls([{ target: to }]), {
      ...limits,
      ...deployment([passkey.bytes], 1n),
    });
    const elsewhere = await sponsored({ ...deploying, factoryData: "0x00" });
    await assertRefused(
      send({ ...elsewhere, ...deployment([passkey.bytes], 1n) }),
      "AA34",
    );
    assertEquals((await send(good)).success, true);
    // Once used, never again.
    await assertRefused(send(good), "AA25");
  });

  await t.step("rejects signatures for other chains, contracts, times and signers", async () => {
    const operation = await base();
    const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
    await assertRefused(send(await sponsored(operation, { chainId: 1 })), "AA34");
    await assertRefused(send(await sponsored(operation, { paymaster: entryPoint })), "AA34");
    await assertRefused(send(await sponsored(operation, { signer: stranger })), "AA34");
    await assertRefused(send(await sponsored(operation, { validUntil: now - 1 })), "AA32");
    await assertRefused(send(await sponsored(operation, { validAfter: now + 500 })), "AA32");
    const stub = { ...operation, paymasterData: sponsorStubData };
    await assertRefused(send(stub), "AA34");
  });

  const owned = {
    setSigner: (signer: Address) =>
      encodeFunctionData({ abi, functionName: "setSigner", args: [signer] }),
    setSigners: (signer: Address, previous: Address) =>
      encodeFunctionData({ abi, functionName: "setSigners", args: [signer, previous] }),
    dropPreviousSigner: () => encodeFunctionData({ abi, functionName: "dropPreviousSigner" }),
    setMaxCost: (most: bigint) =>
      encodeFunctionData({ abi, functionName: "setMaxCost", args: [most] }),
    setGuardian: (guardian: Address) =>
      encodeFunctionData({ abi, functionName: "setGuardian", args: [guardian] }),
    pause: () => encodeFunctionData({ abi, functionName: "pause" }),
  };
  const call = (data: Hex) => transact(stack, { to: paymaster, data });
  const signers = () =>
    Promise.all([
      client.readContract({ address: paymaster, abi, functionName: "signer" }),
      client.readContract({ address: paymaster, abi, functionName: "previousSigner" }),
    ]);
  const [next, third] = [43, 44].map((byte) => privateKeyToAccount(`0x${`${byte}`.repeat(32)}`));

  await t.step(
    "changes its signer, and quotes of the old one are valid until it is dropped",
    async () => {
      assertEquals(await nameOf(owned.setSigner(zeroAddress)), "InvalidSigner");
      // After the second replacement, the quotes of the first signer become invalid.
      assertEquals(await nameOf(owned.setSigner(sponsorSigner.address)), "InvalidSigner");
      const receipt = await call(owned.setSigner(next!.address));
      const [event] = parseEventLogs({ abi, logs: receipt.logs, eventName: "SignersChanged" });
      assertEquals(event!.args, { signer: next!.address, previous: sponsorSigner.address });
      assertEquals(await signers(), [next!.address, sponsorSigner.address]);
      assertEquals((await send(await sponsored(await base()))).success, true);
      assertEquals((await send(await sponsored(await base(), { signer: next! }))).success, true);
      await assertRefused(send(await sponsored(await base(), { signer: third! })), "AA34");
      const pending = await sponsored(await base());
      await call(owned.dropPreviousSigner());
      assertEquals(await signers(), [next!.address, zeroAddress]);
      await assertRefused(send(pending), "AA34");
      assertEquals((await send(await sponsored(await base(), { signer: next! }))).success, true);
      // Two changes later the first one is invalid too.
      await call(owned.setSigner(third!.address));
      await call(owned.setSigner(sponsorSigner.address));
      assertEquals(await signers(), [sponsorSigner.address, third!.address]);
      await assertRefused(send(await sponsored(await base(), { signer: next! })), "AA34");
    },
  );

  await t.step("revokes a leaked signer in one call, and keeps the limit", async () => {
    const most = await maxCost();
    const leaked = await sponsored(await base());
    assertEquals(await nameOf(owned.setSigners(zeroAddress, next!.address)), "InvalidSigner");
    await call(owned.setSigners(next!.address, zeroAddress));
    await assertRefused(send(leaked), "AA34");
    assertEquals((await send(await sponsored(await base(), { signer: next! }))).success, true);
    assertEquals(await maxCost(), most);
    await call(owned.setSigners(sponsorSigner.address, zeroAddress));
    assertEquals((await send(await sponsored(await base()))).success, true);
  });

  await t.step("pays operations up to its limit, and rejects one wei above", async () => {
    const before = await maxCost();
    const operation = await sponsored(await base());
    const cost = maxCostOf(operation);
    await call(owned.setMaxCost(cost - 1n));
    await assertRefused(send(operation), "AA34");
    await call(owned.setMaxCost(cost));
    assertEquals((await send(operation)).success, true);
    await call(owned.setMaxCost(before));
  });

  await t.step("is paused by owner and guardian, and resumed by the owner", async () => {
    const before = await maxCost();
    const guardian = privateKeyToAccount(`0x${"45".repeat(32)}`).address;
    assertEquals(await nameOf(owned.pause(), guardian), "PauseUnauthorized");
    await call(owned.setGuardian(guardian));
    await client.impersonateAccount({ address: guardian });
    await client.setBalance({ address: guardian, value: 10n ** 18n });
    const pauses = [
      () => call(owned.pause()),
      async () => {
        const hash = await client.sendTransaction({
          account: guardian,
          to: paymaster,
          data: owned.pause(),
        });
        await client.waitForTransactionReceipt({ hash });
      },
    ];
    for (const pause of pauses) {
      const operation = await sponsored(await base());
      await pause();
      assertEquals(await maxCost(), 0n);
      await assertRefused(send(operation), "AA34");
      // It costs nothing, but is still rejected.
      const free = await base({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n });
      await assertRefused(send(await sponsored(free)), "AA34");
      await call(owned.setMaxCost(before));
      assertEquals((await send(operation)).success, true);
    }
    const others = [
      owned.setSigner(to),
      owned.setSigners(to, zeroAddress),
      owned.dropPreviousSigner(),
      owned.setMaxCost(before),
      owned.setGuardian(to),
      encodeFunctionData({ abi, functionName: "withdraw", args: [guardian, 1n] }),
    ];
    for (const data of others) {
      assertEquals(await nameOf(data, guardian), "OwnableUnauthorizedAccount");
    }
    for (const stranger of [to, sponsorSigner.address]) {
      assertEquals(await nameOf(owned.pause(), stranger), "PauseUnauthorized");
    }
    await call(owned.setGuardian(zeroAddress));
    assertEquals(await nameOf(owned.pause(), guardian), "PauseUnauthorized");
  });

  await t.step("changes its owner in two steps, and is never without one", async () => {
    const renounce = encodeFunctionData({ abi, functionName: "renounceOwnership" });
    assertEquals(await nameOf(renounce), "OwnerNeeded");
    // Two steps: a mistyped owner never becomes one.
    const transfer = encodeFunctionData({
      abi,
      functionName: "transferOwnership",
      args: [next!.address],
    });
    await transact(stack, { to: paymaster, data: transfer });
    const owner = () => client.readContract({ address: paymaster, abi, functionName: "owner" });
    assertEquals(await owner(), client.account.address);
    const accept = encodeFunctionData({ abi, functionName: "acceptOwnership" });
    assertEquals(await nameOf(accept), "OwnableUnauthorizedAccount");
    assertEquals(await nameOf(accept, next!.address), "(no revert)");
  });

  await t.step("sends money to its owner only", async () => {
    const args = [to, 1n] as const;
    const calls = [
      encodeFunctionData({ abi, functionName: "withdraw", args }),
      encodeFunctionData({ abi, functionName: "addStake", args: [1] }),
      encodeFunctionData({ abi, functionName: "unlockStake" }),
      encodeFunctionData({ abi, functionName: "withdrawStake", args: [to] }),
      owned.setSigner(to),
      owned.setSigners(to, zeroAddress),
      owned.dropPreviousSigner(),
      owned.setMaxCost(1n),
      owned.setGuardian(to),
      encodeFunctionData({ abi, functionName: "transferOwnership", args: [to] }),
    ];
    for (const data of calls) {
      assertEquals(await nameOf(data, sponsorSigner.address), "OwnableUnauthorizedAccount");
    }
    const before = await client.getBalance({ address: to });
    await transact(stack, { to: paymaster, data: calls[0]! });
    assertEquals(await client.getBalance({ address: to }), before + 1n);
    assertEquals(await nameOf(calls[3]!), "Error");
  });

  await t.step("is at the computed address, and deploying again has no effect", async () => {
    const options = { owner: client.account.address, signer: sponsorSigner.address };
    assertEquals(sponsorPaymasterAddress(options), paymaster);
    const before = await client.getBlockNumber();
    const again = await deploy({
      rpcUrl: stack.url,
      account: deployerKey,
      sponsor: { ...options, deposit: 1n, stake: 1n },
    });
    assertEquals(again.sponsorPaymaster, paymaster);
    assertEquals(await client.getBlockNumber(), before);
  });

  await t.step("only the EntryPoint can call it", async () => {
    const data = encodeFunctionData({
      abi,
      functionName: "postOp",
      args: [0, "0x", 0n, 0n],
    });
    assertEquals(await nameOf(data), "PaymasterUnauthorized");
    const operation = toPackedUserOperation(await sponsored(await base()));
    const question = encodeFunctionData({
      abi,
      functionName: "validatePaymasterUserOp",
      args: [operation, zeroHash, 1n],
    });
    assertEquals(await nameOf(question), "PaymasterUnauthorized");
  });

  await t.step("returns its stake once the delay has passed", async () => {
    const info = () =>
      client.readContract({
        address: entryPoint,
        abi: entryPoint08Abi,
        functionName: "getDepositInfo",
        args: [paymaster],
      });
    const { stake, unstakeDelaySec } = await info();
    const before = await client.getBalance({ address: to });
    await transact(stack, {
      to: paymaster,
      data: encodeFunctionData({ abi, functionName: "unlockStake" }),
    });
    assertEquals((await info()).staked, false);
    await client.increaseTime({ seconds: unstakeDelaySec + 1 });
    const data = encodeFunctionData({ abi, functionName: "withdrawStake", args: [to] });
    await transact(stack, { to: paymaster, data });
    assertEquals(await client.getBalance({ address: to }), before + stake);
  });
});

Deno.test("the sponsor's data is read as written, or rejected", () => {
  const signature: Hex = `0x${"ab".repeat(65)}`;
  for (
    const bounds of [
      { validAfter: 0, validUntil: 0 },
      { validAfter: 1, validUntil: 2 ** 48 - 1 },
    ]
  ) {
    const read = decodeSponsorData(encodeSponsorData({ ...bounds, signature }));
    assertEquals(read, { ...bounds, signature });
  }
  for (const data of ["0x", "0x00", `${sponsorStubData}00`, sponsorStubData.slice(0, -2)]) {
    assertThrows(() => decodeSponsorData(data as Hex), RangeError);
  }
});

/** Increments one byte of the data. */
function shifted(data: Hex, byte: number): Hex {
  const at = 2 + byte * 2;
  const value = (Number(hexToBigInt(`0x${data.slice(at, at + 2)}`)) + 1) % 256;
  return `${data.slice(0, at)}${numberToHex(value, { size: 1 }).slice(2)}${
    data.slice(at + 2)
  }` as Hex;
}
