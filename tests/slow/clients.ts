/**
 * The packages with which sites check signatures and passkeys, and wagmi's own actions, as
 * published: `siwe`, `permissionless`, `@simplewebauthn/server`, OpenZeppelin's `SignatureChecker`,
 * `wagmi`.
 */
import { assertEquals, assertMatch } from "@std/assert";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  hashMessage,
  type Hex,
  parseErc6492Signature,
  zeroAddress,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { verifierAbi } from "../../contracts/artifacts/test/verifier_abi.ts";
import { verifierBytecode } from "../../contracts/artifacts/test/verifier_bytecode.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { runClients } from "../clients/run.ts";
import { MESSAGE, type Verified } from "../clients/verifiers.ts";
import { MESSAGE as WAGMI_MESSAGE, MOCK, type WagmiSeen } from "../clients/wagmi.ts";
import { viemChain } from "../stack/support/viem_chain.ts";

Deno.test("clients: the libraries of sites verify valid signatures only", async (t) => {
  await using stack = await startStack();
  const { account, siwe, permissionless, ceremonies } = await runClients<Verified>(
    "verifiers",
    stack,
  );
  await t.step("siwe", () => assertEquals(siwe, [true, false, false, false]));
  await t.step("@simplewebauthn/server", () => {
    const { registrations, assertions, refused } = ceremonies;
    assertEquals(registrations, [true]);
    assertEquals(assertions, Array.from(assertions, () => true));
    assertEquals(assertions.length >= 4, true);
    assertEquals(refused.length, 3 * (1 + assertions.length));
    for (const each of refused) assertMatch(each, /^Unexpected /);
  });
  const chain = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  await t.step("permissionless", async () => {
    assertEquals(permissionless.map(({ deployed }) => deployed), [false, true]);
    for (const { address, signature } of permissionless) {
      assertEquals(address, account);
      assertEquals(await chain.verifyMessage({ address, message: MESSAGE, signature }), true);
    }
  });
  await t.step("OpenZeppelin's SignatureChecker, on chain", async () => {
    const check = await deployChecker(stack);
    const [before, after] = permissionless.map(({ signature }) => signature);
    const hash = hashMessage(MESSAGE);
    const inner = parseErc6492Signature(before!);
    assertEquals(
      [
        await check(account, hash, after!),
        await check(account, hash, inner.signature),
        await check(account, hashMessage("another"), after!),
        await check(MOCK, hash, after!),
      ],
      [true, true, false, false],
    );
  });
});

Deno.test("clients: wagmi's actions, with another connector in addition to ours", async (t) => {
  await using stack = await startStack();
  const { account, signature, transaction, calls, rejected, connections } = await runClients<
    WagmiSeen
  >("wagmi", stack);
  const chain = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  await t.step("signs", async () => {
    const message = WAGMI_MESSAGE;
    assertEquals(await chain.verifyMessage({ address: account, message, signature }), true);
  });
  await t.step("sends", async () => {
    assertEquals(transaction.status, "success");
    assertEquals(calls.status, "success");
    for (const hash of [transaction.hash, calls.transaction]) {
      assertEquals((await chain.getTransactionReceipt({ hash })).status, "success");
    }
  });
  await t.step("a rejection is wagmi's own", () => {
    assertEquals(rejected?.name, "UserRejectedRequestError");
    assertMatch(rejected!.text, /User rejected the request/);
  });
  await t.step("both connectors keep their state", () => {
    assertEquals(connections, [["mock", "acct"], ["acct", "mock"], ["mock"]]);
  });
});

/** Deploys a contract that uses OpenZeppelin's checker. */
async function deployChecker(
  stack: Stack,
): Promise<(account: Address, hash: Hex, signature: Hex) => Promise<boolean>> {
  const deployer = privateKeyToAccount(generatePrivateKey());
  await stack.fund(deployer.address, 10n ** 20n);
  const options = { chain: viemChain(stack), transport: patientHttp(stack.rpcUrl) };
  const chain = createPublicClient({ ...options, pollingInterval: 20 });
  const hash = await createWalletClient({ ...options, account: deployer })
    .deployContract({ abi: verifierAbi, bytecode: verifierBytecode.initCode });
  const { contractAddress } = await chain.waitForTransactionReceipt({ hash });
  return async (account, hash, signature) => {
    const { result } = await chain.simulateContract({
      address: contractAddress!,
      abi: verifierAbi,
      functionName: "check",
      args: [zeroAddress, "0x", account, hash, signature],
    });
    return result;
  };
}
