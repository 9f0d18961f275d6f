import { assertEquals } from "@std/assert";
import { concat, encodeFunctionData, type Hex, keccak256, pad } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { implementation } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { encodeBounded } from "./testing/bounds.ts";
import { carry, changeTo, entry, ownerData, signChange } from "./testing/owner_change.ts";
import { createPasskey, type Owner, wrapSignature } from "./testing/passkey.ts";
import { disable } from "./testing/permission.ts";
import {
  encodeCalls,
  fund,
  handleOps,
  prepare,
  revertOf,
  signed,
  startStack,
} from "./testing/stack.ts";

const abi = acctAbi;
const to = "0x00000000000000000000000000000000000000aa";

Deno.test("an EOA that delegates to the account (EIP-7702) has no owner and gets none", async () => {
  await using stack = await startStack();
  const { client } = stack;
  const eoa = privateKeyToAccount(`0x${"77".repeat(32)}`);
  const account = eoa.address;
  const key: Owner = { bytes: pad(account), sign: (hash) => eoa.sign({ hash }) };
  const passkey = createPasskey(1);
  await fund(stack, account);
  const authorization = await client.signAuthorization({
    account: eoa,
    contractAddress: implementation,
  });
  const hash = await client.sendTransaction({ to, authorizationList: [authorization] });
  await client.waitForTransactionReceipt({ hash });
  const delegation = concat(["0xef0100", implementation]).toLowerCase();
  assertEquals(await client.getCode({ address: account }), delegation);

  const initialize = encodeFunctionData({
    abi,
    functionName: "initialize",
    args: [[passkey.bytes]],
  });
  for (const from of [account, client.account.address]) {
    const revert = await revertOf(stack, { to: account, data: initialize, from });
    assertEquals(errorName(revert), "AlreadyInitialized");
  }
  // Calls of the account's functions and transactions of the account's key are rejected too.
  for (
    const data of [
      encodeCalls([{ target: to, value: 1n }]),
      encodeCalls([{ target: to }, { target: to, value: 1n }]),
      encodeBounded([{ target: to, value: 1n }], []),
      disable(),
    ]
  ) {
    for (const from of [account, client.account.address]) {
      const revert = await revertOf(stack, { to: account, data, from });
      assertEquals(errorName(revert), "Unauthorized");
    }
  }
  // No signature is valid, including its own key's, in any form.
  const digest = keccak256("0x01");
  for (const owner of [key, passkey]) {
    const data = await owner.sign(digest);
    for (const signature of [wrapSignature(0, data), concat(["0x02", data]), data] as Hex[]) {
      const accepted = await client.readContract({
        address: account,
        abi,
        functionName: "isOwnerSignature",
        args: [digest, signature],
      });
      assertEquals(accepted, false);
    }
    const change = await signChange(account, changeTo([entry(0, passkey)]), owner);
    assertEquals(await carry(stack, account, ownerData.apply(change)), "InvalidSignature");
    const call = encodeCalls([{ target: to, value: 1n }]);
    const operation = await signed(stack, await prepare(stack, account, call), owner);
    await assertRefused(handleOps(stack, operation), "AA24");
  }
  assertEquals(await client.getBalance({ address: to }), 0n);
});
