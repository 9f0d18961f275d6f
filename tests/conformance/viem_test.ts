/** The provider as viem drives it. */
import { assertEquals, assertRejects } from "@std/assert";
import {
  concat,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  erc20Abi,
  hashMessage,
  type Hex,
  keccak256,
  parseAbi,
  parseErc6492Signature,
  publicActions,
  SwitchChainError,
  UserRejectedRequestError,
} from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { openPage, type Page } from "./wallet.ts";

const friend = `0x${"11".repeat(20)}` as const;
const typedData = {
  domain: { name: "Mail", version: "1", chainId: 31337 },
  types: {
    User: [{ name: "name", type: "string" }, { name: "wallet", type: "address" }],
    Mail: [{ name: "from", type: "User" }, { name: "text", type: "string" }],
  },
  primaryType: "Mail",
  message: { from: { name: "Me", wallet: friend }, text: "hello" },
} as const;

/** viem's client over a page's provider. */
async function clientOf(stack: Stack, page: Page) {
  const chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    supportsTransactionReplacementDetection: false,
    rpcUrls: { default: { http: [] } },
  });
  const transport = custom(page.provider);
  const [account] = await createWalletClient({ chain, transport }).requestAddresses();
  return {
    client: createWalletClient({ account: account!, chain, transport, pollingInterval: 20 })
      .extend(publicActions),
    // A client with an account calls as that account, and an account that creates a contract has a
    // nonce: so the account itself could not be deployed in the same call, as a verifier must.
    verifier: createPublicClient({ chain, transport }),
  };
}

Deno.test("viem: one wallet from the first message to the last transaction", async (t) => {
  const dead = "http://127.0.0.1:9";
  await using stack = await startStack({
    chains: [{
      id: 5,
      name: "Other",
      testnet: true,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrl: dead,
      bundler: dead,
    }],
  });
  await using page = openPage(stack);
  const { client, verifier } = await clientOf(stack, page);
  const { address } = client.account;
  const [token] = stack.tokens;

  const signs = async (deployed: boolean) => {
    const signature = await client.signMessage({ message: "hello" });
    const { address: factory } = parseErc6492Signature(signature);
    assertEquals(factory === undefined, deployed);
    assertEquals(await verifier.verifyMessage({ address, message: "hello", signature }), true);
    assertEquals(await verifier.verifyMessage({ address, message: "hullo", signature }), false);
    const raw = await client.signMessage({ message: { raw: "0xff00fe" } });
    const hash = hashMessage({ raw: "0xff00fe" });
    assertEquals(await verifier.verifyHash({ address, hash, signature: raw }), true);
    // Data for a contract (EIP-191, version 0x00), as ERC-7871 spells it.
    const validator = "0x00000000000000000000000000000000000000cc";
    const forContract = await page.provider.request({
      method: "wallet_sign",
      params: [{
        version: "1.0",
        request: { type: "0x00", data: { validator, data: "0xff00fe" } },
      }],
    });
    const bound = (to: Hex) => keccak256(concat(["0x1900", to, "0xff00fe"]));
    assertEquals(
      [
        await verifier.verifyHash({
          address,
          hash: bound(validator),
          signature: forContract.signature,
        }),
        await verifier.verifyHash({
          address,
          hash: bound(friend),
          signature: forContract.signature,
        }),
      ],
      [true, false],
    );
    const typed = await client.signTypedData(typedData);
    assertEquals(await verifier.verifyTypedData({ ...typedData, address, signature: typed }), true);
    const message = { ...typedData.message, text: "hullo" };
    assertEquals(
      await verifier.verifyTypedData({ ...typedData, message, address, signature: typed }),
      false,
    );
  };

  await t.step("addresses and chain", async () => {
    assertEquals(await client.getAddresses(), [address]);
    assertEquals(await client.getChainId(), 31337);
    assertEquals(await client.getBalance({ address }), 0n);
  });
  await t.step("signMessage, signTypedData before the account is there", () => signs(false));

  await t.step("getCapabilities", async () => {
    const all = await client.getCapabilities();
    assertEquals(Object.entries(all).map(([id, each]) => [id, each.atomic]), [
      // A chain that is down keeps its place.
      ["5", { status: "unsupported" }],
      ["31337", { status: "supported" }],
    ]);
    assertEquals((await client.getCapabilities({ chainId: 31337 })).paymasterService, {
      supported: true,
    });
  });

  await t.step("sendCalls, waitForCallsStatus, sponsored and deploying", async () => {
    await stack.mint(token.address, address, 10n);
    const { id } = await client.sendCalls({
      calls: [
        { to: token.address, abi: erc20Abi, functionName: "transfer", args: [friend, 3n] },
        { to: friend },
      ],
      forceAtomic: true,
    });
    const { status, statusCode, atomic, receipts, chainId } = await client.waitForCallsStatus({
      id,
      throwOnFailure: true,
    });
    assertEquals([status, statusCode, atomic, chainId], ["success", 200, true, 31337]);
    assertEquals(receipts!.map((receipt) => [receipt.status, receipt.logs.length]), [[
      "success",
      1,
    ]]);
    const balanceOf = { abi: erc20Abi, functionName: "balanceOf" } as const;
    const balance = await client.readContract({
      address: token.address,
      ...balanceOf,
      args: [friend],
    });
    assertEquals(balance, 3n);
  });
  await t.step("signMessage, signTypedData once it is", () => signs(true));

  await t.step("getCallsStatus by the caller's id", async () => {
    const { id } = await client.sendCalls({ id: "order-1", calls: [{ to: friend }] });
    assertEquals(id, "order-1");
    assertEquals((await client.waitForCallsStatus({ id })).statusCode, 200);
    const found = await client.getCallsStatus({ id });
    assertEquals([found.id, found.statusCode], ["order-1", 200]);
    const again = client.sendCalls({ id: "order-1", calls: [{ to: friend }] });
    assertEquals((await codesOf(again)).at(-1), 5720);
    const unknown = client.getCallsStatus({ id: "order-2" });
    assertEquals((await codesOf(unknown)).at(-1), 5730);
  });

  await t.step("a permission's capability, a paymaster's, and an unknown one", async () => {
    const url = `${stack.serverUrl}/v1/paymaster/31337`;
    const { id } = await client.sendCalls({
      calls: [{ to: friend }],
      capabilities: { paymasterService: { url }, unknown: { optional: true } },
    });
    assertEquals((await client.waitForCallsStatus({ id })).statusCode, 200);
    const refused = client.sendCalls({
      calls: [{ to: friend }],
      capabilities: { unknown: { a: 1 } },
    });
    assertEquals((await codesOf(refused))[0], 5700);
  });

  await t.step("sendTransaction and writeContract return the transaction's hash", async () => {
    await stack.fund(address, 10n ** 18n);
    const hash = await client.sendTransaction({ to: friend, value: 5n });
    const receipt = await client.waitForTransactionReceipt({ hash });
    assertEquals(receipt.status, "success");
    assertEquals(await client.getBalance({ address: friend }), 5n);
    const written = await client.writeContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, 1n],
    });
    assertEquals((await client.waitForTransactionReceipt({ hash: written })).status, "success");
  });

  await t.step("a revert is read from its data", async () => {
    const reverts = verifier.simulateContract({
      account: friend,
      address: token.address,
      abi: [...erc20Abi, ...parseAbi(["error ERC20InsufficientBalance(address,uint256,uint256)"])],
      functionName: "transfer",
      args: [address, 10n ** 30n],
    });
    const error = await assertRejects(() => reverts, ContractFunctionExecutionError);
    const reverted = error.walk((each) => each instanceof ContractFunctionRevertedError);
    assertEquals(
      (reverted as ContractFunctionRevertedError | null)?.data?.errorName,
      "ERC20InsufficientBalance",
    );
  });

  await t.step("simulateCalls", async () => {
    const { results } = await client.simulateCalls({
      calls: [{ to: friend, value: 1n }, {
        to: token.address,
        abi: erc20Abi,
        functionName: "transfer",
        args: [friend, 10n ** 30n],
      }],
    });
    assertEquals(results.map(({ status }) => status), ["success", "failure"]);
  });

  await t.step("switchChain", async () => {
    await client.switchChain({ id: 5 });
    assertEquals(await client.getChainId(), 5);
    await assertRejects(() => client.switchChain({ id: 6 }), SwitchChainError);
    assertEquals(await client.getChainId(), 5);
    await client.switchChain({ id: 31337 });
    assertEquals(await client.getChainId(), 31337);
  });

  await t.step("a refusal is viem's own error of a refusal", async () => {
    page.ceremony.lies.reject = new AcctError("passkey_cancelled");
    await assertRejects(() => client.signMessage({ message: "no" }), UserRejectedRequestError);
    page.ceremony.lies = {};
    await client.signMessage({ message: "yes" });
  });
});

/** The codes of a rejection and of its causes, at any depth chosen by viem. */
async function codesOf(promise: Promise<unknown>): Promise<number[]> {
  const codes: number[] = [];
  try {
    await promise;
  } catch (error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if ("code" in at && typeof at.code === "number") codes.push(at.code);
    }
  }
  return codes;
}
