/** The token paymaster charges the cost of an operation: never less, and hardly more. */
import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { entryPoint } from "./addresses.ts";
import { feeTokenBytecode } from "./artifacts/test/fee_token_bytecode.ts";
import { oddTokenBytecode } from "./artifacts/test/odd_token_bytecode.ts";
import { tokenPaymasterAbi } from "./artifacts/token_paymaster_abi.ts";
import { deployOnce } from "./create2.ts";
import { proxyInitCode } from "./proxy.ts";
import { assertRefused } from "./testing/asserts.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  type Call,
  createAccount,
  encodeCalls,
  handleOps,
  type Operation,
  prepare,
  signed,
  startStack,
  transact,
} from "./testing/stack.ts";
import { balanceOf, mint, tokenData } from "./testing/token.ts";
import {
  encodeTokenData,
  maxTokenCost,
  type TokenMode,
  tokenQuoteHash,
} from "./token_paymaster.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
/** A price at which a unit of the token is far less than a gas. */
const tokenPerNative = 10n ** 30n;
const ether = 10n ** 18n;
/** Gas of a refund of the test's tokens, rounded up. */
const transferGas = 3_600;
/** Above cost, in basis points. */
const most = { steady: 500, first: 1_200 } as const;

/** An operation's terms, in addition to the account's. */
interface Terms extends Partial<Operation> {
  readonly token: Address;
  readonly mode: TokenMode;
  readonly calls: (maximum: bigint) => Call[];
  readonly transferGas?: number;
}

async function openScene() {
  const stack = await startStack();
  const { client, chainId, tokenPaymaster: paymaster, sponsorSigner } = stack;
  const deposit = () =>
    client.readContract({
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [paymaster],
    });
  const newAccount = async (seed: number) => {
    const passkey = createPasskey(seed);
    return { passkey, account: await createAccount(stack, [passkey.bytes]) };
  };
  type User = Awaited<ReturnType<typeof newAccount>>;
  /** Sends calls that pay in a token. Returns the outcome, the cost in wei, and the amount paid. */
  const pay = async ({ passkey, account }: User, terms: Terms) => {
    const { token, mode, calls, transferGas: gas = transferGas, ...changes } = terms;
    const limits = {
      paymaster,
      callGasLimit: 100_000n,
      verificationGasLimit: 120_000n,
      paymasterVerificationGasLimit: 150_000n,
      paymasterPostOpGasLimit: mode === "prepaid" ? 40_000n : 70_000n,
      ...changes,
    };
    const maximum = maxTokenCost(await prepare(stack, account, "0x", limits), tokenPerNative);
    const operation = await prepare(stack, account, encodeCalls(calls(maximum)), limits);
    const window = { validAfter: 0, validUntil: 2 ** 40 };
    const quote = { ...window, mode, token, tokenPerNative, transferGas: gas };
    const hash = tokenQuoteHash({ paymaster, chainId, operation, quote });
    const signature = await sponsorSigner.sign({ hash });
    const quoted = { ...operation, paymasterData: encodeTokenData({ ...quote, signature }) };
    const before = { deposit: await deposit(), tokens: await balanceOf(stack, token, paymaster) };
    const [outcome] = await handleOps(stack, await signed(stack, quoted, passkey));
    const tokens = await balanceOf(stack, token, paymaster) - before.tokens;
    const cost = before.deposit - await deposit();
    const above = Number(
      (tokens * ether - cost * tokenPerNative) * 10_000n / tokenPerNative / cost,
    );
    return { success: outcome!.success, cost, tokens, above, maximum };
  };
  const approve = (token: Address) => (amount: bigint): Call[] =>
    [0n, amount].map((each) => ({ target: token, data: tokenData.approve(paymaster, each) }));
  return {
    stack,
    paymaster,
    newAccount,
    pay,
    approve,
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/** Requires a payment of at least the cost, and at most so many basis points above. */
function assertCovers(
  { success, above }: { success: boolean; above: number },
  bar: number,
  of: string,
) {
  assertEquals([success, above >= 0 && above <= bar], [true, true], `${of}: ${above / 100} %`);
}

Deno.test("token cost: covered in both modes, for the first use of a token and after, of several tokens", async () => {
  await using at = await openScene();
  const { stack, pay, approve, paymaster } = at;
  const { client } = stack;
  const [plain, other] = stack.tokens;
  const proxied = await deployOnce(client, proxyInitCode(plain));
  const odd = await deployOnce(client, oddTokenBytecode.initCode);
  const ping: Call = { target: to };
  for (const [name, token] of Object.entries({ plain, other, proxied, odd })) {
    const user = await at.newAccount(1);
    await mint(stack, token, user.account, 10n ** 40n);
    const transfer: Call = { target: token, data: tokenData.transfer(to, 1n) };
    const approval = approve(token);
    // The paymaster has none of it yet.
    const first = await pay(user, { token, mode: "postpaid", calls: approval });
    assertCovers(first, most.first, `${name}, first`);
    for (const calls of [[ping], [transfer]]) {
      const after = await pay(user, {
        token,
        mode: "postpaid",
        calls: (maximum) => [...approval(maximum), ...calls],
      });
      assertCovers(after, most.steady, `${name}, postpaid`);
      const enough = (maximum: bigint) => approval(2n * maximum);
      await pay(user, { token, mode: "postpaid", calls: enough });
      const before = await pay(user, { token, mode: "prepaid", calls: () => calls });
      assertCovers(before, most.steady, `${name}, prepaid`);
    }
    // Failing calls cost gas too.
    await pay(user, { token, mode: "postpaid", calls: (maximum) => approval(2n * maximum) });
    const fails: Call = { target: token, data: tokenData.transferFrom(to, to, 1n) };
    const failed = await pay(user, { token, mode: "prepaid", calls: () => [fails] });
    assertEquals([failed.success, failed.above >= 0, failed.above <= most.steady], [
      false,
      true,
      true,
    ]);
    // All earnings are withdrawn: it is the first use again.
    const earned = await balanceOf(stack, token, paymaster);
    const args = [token, to, earned] as const;
    const data = encodeFunctionData({
      abi: tokenPaymasterAbi,
      functionName: "withdrawTokens",
      args,
    });
    await transact(stack, { to: paymaster, data });
    const again = await pay(user, { token, mode: "postpaid", calls: approval });
    assertCovers(again, most.first, `${name}, after a withdrawal`);
  }
});

Deno.test("token cost: limits of any size for the time afterwards are paid by their account", async () => {
  await using at = await openScene();
  const { stack, pay, approve } = at;
  const [token] = stack.tokens;
  const user = await at.newAccount(2);
  await mint(stack, token, user.account, 10n ** 40n);
  const approval = approve(token);
  await pay(user, { token, mode: "postpaid", calls: approval });
  for (const limit of [43_000n, 48_000n, 55_000n, 63_000n, 90_000n, 400_000n, 2_000_000n]) {
    for (const mode of ["postpaid", "prepaid"] as const) {
      const terms = { token, paymasterPostOpGasLimit: limit } as const;
      await pay(user, { token, mode: "postpaid", calls: (most) => approval(20n * most) });
      const calls = mode === "postpaid" ? approval : () => [{ target: to }];
      assertCovers(await pay(user, { ...terms, mode, calls }), most.steady, `${mode} ${limit}`);
    }
  }
});

Deno.test("token cost: unused gas below the EntryPoint's threshold costs no penalty", async () => {
  await using at = await openScene();
  const { stack, pay, approve } = at;
  const [token] = stack.tokens;
  const user = await at.newAccount(5);
  await mint(stack, token, user.account, 10n ** 40n);
  const calls = (maximum: bigint) => approve(token)(20n * maximum);
  await pay(user, { token, mode: "postpaid", calls });
  const above = async (paymasterPostOpGasLimit: bigint) => {
    const terms = { token, mode: "prepaid", paymasterPostOpGasLimit } as const;
    return (await pay(user, { ...terms, calls: () => [{ target: to }] })).above;
  };
  // A penalty would be 4,000 gas.
  const rise = await above(43_000n) - await above(20_000n);
  assertEquals(Math.abs(rise) < 50, true, `${rise}`);
});

Deno.test("token cost: never more than the maximum", async () => {
  await using at = await openScene();
  const { stack, pay, approve } = at;
  const [token] = stack.tokens;
  const user = await at.newAccount(3);
  const approval = approve(token);
  for (const mode of ["postpaid", "prepaid"] as const) {
    await mint(stack, token, user.account, 10n ** 40n);
    await pay(user, { token, mode: "postpaid", calls: (maximum) => approval(9n * maximum) });
    // More gas for the refund than all limits together.
    const calls = mode === "postpaid" ? approval : () => [{ target: to }];
    const paid = await pay(user, { token, mode, calls, transferGas: 2 ** 32 - 1 });
    assertEquals([paid.success, paid.tokens], [true, paid.maximum - 1n], mode);
  }
});

Deno.test("token cost: a token that keeps a part of each transfer is rejected", async () => {
  await using at = await openScene();
  const { stack, pay, approve, paymaster } = at;
  const token = await deployOnce(stack.client, feeTokenBytecode.initCode);
  const user = await at.newAccount(4);
  await mint(stack, token, user.account, 10n ** 40n);
  await mint(stack, token, paymaster, 10n ** 40n);
  const approval = approve(token);
  const calls = (maximum: bigint) => [...approval(2n * maximum), { target: to }];
  const after = await pay(user, { token, mode: "postpaid", calls });
  assertEquals([after.success, after.tokens], [false, 0n]);
  await stack.client.impersonateAccount({ address: user.account });
  const data = tokenData.approve(paymaster, 10n ** 40n);
  await stack.client.setBalance({ address: user.account, value: ether });
  const hash = await stack.client.sendTransaction({ account: user.account, to: token, data });
  await stack.client.waitForTransactionReceipt({ hash });
  await assertRefused(pay(user, { token, mode: "prepaid", calls: () => [{ target: to }] }), "AA34");
});
