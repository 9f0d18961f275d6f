/** Deployments that an attacker made first. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Address, concat, encodeFunctionData, type Hex, parseAbi } from "viem";
import { create2Deployer, entryPointSalt, implementation, salt } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import { listContracts } from "./contract_list.ts";
import { deployOnce } from "./create2.ts";
import { sender } from "./deploy.ts";
import { entryPointInitCode } from "./entry_point.ts";
import { usesP256 } from "./plan.ts";
import {
  attacker,
  attackerKey,
  complete,
  contracts,
  friend,
  operator,
  startNetwork,
} from "./testing/network.ts";
import { revertOf } from "./testing/stack.ts";

Deno.test("contracts that an attacker deploys first are the operator's, unchanged", async () => {
  await using honest = await startNetwork("ethereum");
  assertEquals((await honest.broadcast(...complete)).code, 0);
  await using chain = await startNetwork("ethereum");
  const { client } = chain;
  // The attacker deploys everything first, each with the least gas that suffices.
  const thief = await sender({ rpcUrl: chain.url, account: attackerKey });
  await deployOnce(thief, await entryPointInitCode(), entryPointSalt);
  for (const { name, address, initCode } of listContracts(contracts)) {
    const data = concat([salt, initCode]);
    const call = { account: attacker, to: create2Deployer, data } as const;
    /** Tries a limit; the chain changes only if `isFinal`. */
    const create = async (gas: bigint, isFinal = false) => {
      const id = await client.snapshot();
      const hash = await client.sendTransaction({ ...call, gas });
      const { status } = await client.waitForTransactionReceipt({ hash });
      if (!isFinal) await client.revert({ id });
      return status === "success";
    };
    // Between the cost of the data alone and the estimate.
    let low = await client.estimateGas({ account: attacker.address, to: friend, data });
    let high = await client.estimateGas({ ...call, account: attacker.address });
    while (high - low > 64n) {
      const middle = (low + high) / 2n;
      if (await create(middle)) high = middle;
      else low = middle;
    }
    assert(await create(high, true), name);
    assertEquals(
      await client.getCode({ address }),
      await honest.client.getCode({ address }),
      name,
    );
  }
  assert(usesP256((await client.getCode({ address: implementation }))!));

  // The operator's command only adds deposits and rules.
  const { code, text } = await chain.broadcast(...complete);
  assertEquals([code, await chain.sent()], [0, 7], text);
  const { sponsorPaymaster, tokenPaymaster, vault } = await chain.record();
  const ownable = parseAbi(["function owner() view returns (address)"]);
  for (const address of [sponsorPaymaster, tokenPaymaster, vault]) {
    const owner = await client.readContract({ address, abi: ownable, functionName: "owner" });
    assertEquals(owner, operator.address);
  }
  const encoded: readonly (readonly [Address, Hex])[] = [
    [
      sponsorPaymaster,
      encodeFunctionData({
        abi: sponsorPaymasterAbi,
        functionName: "withdraw",
        args: [attacker.address, 1n],
      }),
    ],
    [
      tokenPaymaster,
      encodeFunctionData({
        abi: sponsorPaymasterAbi,
        functionName: "setSigner",
        args: [attacker.address],
      }),
    ],
    [
      vault,
      encodeFunctionData({
        abi: vaultAbi,
        functionName: "withdraw",
        args: [attacker.address, 1n],
      }),
    ],
    [
      implementation,
      encodeFunctionData({
        abi: acctAbi,
        functionName: "initialize",
        args: [[attacker.address]],
      }),
    ],
  ];
  for (const [to, data] of encoded) {
    assert(await revertOf(chain, { to, data, from: attacker.address }) !== null, to);
  }
  assertMatch(text, /Vault: rule of TokenPaymaster/);
});
