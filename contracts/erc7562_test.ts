import { assertEquals, assertMatch } from "@std/assert";
import { type Address, encodeFunctionData, pad, zeroAddress, zeroHash } from "viem";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { encodeSponsorData, sponsorHash } from "./paymaster.ts";
import { traceValidation } from "./testing/erc7562.ts";
import { signTogether, withChanges } from "./testing/forms.ts";
import { daily } from "./testing/grant.ts";
import {
  changeTo,
  createWithChanges,
  day,
  entry,
  kind,
  ownerState,
  signChange,
} from "./testing/owner_change.ts";
import { createAddressOwner, createDeviceKey, createPasskey } from "./testing/passkey.ts";
import { enable, saltOf } from "./testing/permission.ts";
import {
  accountAddress,
  createAccount,
  deployment,
  encodeCalls,
  fund,
  prepare,
  signed,
  startStack,
  transact,
} from "./testing/stack.ts";
import { mint, tokenData } from "./testing/token.ts";
import { encodeTokenData, maxTokenCost, tokenQuoteHash } from "./token_paymaster.ts";

const to = "0x00000000000000000000000000000000000000aa";

for (const hardfork of ["osaka", "prague"] as const) {
  const has = hardfork === "osaka" ? "with" : "without";
  Deno.test(`validation keeps ERC-7562's rules, ${has} the P-256 precompile`, (t) =>
    keepsRules(t, hardfork));
}

async function keepsRules(t: Deno.TestContext, hardfork: "osaka" | "prague"): Promise<void> {
  await using stack = await startStack(hardfork);
  const { client, chainId, sponsorSigner } = stack;
  const native = { nativeP256: hardfork === "osaka" };
  const passkey = createPasskey(1);
  const owners = [passkey.bytes, createDeviceKey(2).bytes, createAddressOwner(3).bytes];
  const account = await createAccount(stack, owners);
  await fund(stack, account);
  const call = encodeCalls([{ target: to }]);
  // A trace of the curve in Solidity takes many seconds, and paymasters do not depend on the owner.
  const sign: (operation: Parameters<typeof signed>[1]) => ReturnType<typeof signed> =
    hardfork === "osaka"
      ? (operation) => signed(stack, operation, passkey)
      : (operation) => signed(stack, operation, createAddressOwner(3), 2);

  await t.step("of each kind of owner", async () => {
    for (const [index, owner] of [passkey, createDeviceKey(2), createAddressOwner(3)].entries()) {
      const operation = await signed(stack, await prepare(stack, account, call), owner, index);
      const { violations, entities } = await traceValidation(stack, operation, native);
      assertEquals(violations, []);
      assertEquals(entities, ["account"]);
    }
  });

  await t.step("of signatures with a root, with owner changes, and with both", async () => {
    const plain = await createAccount(stack, owners, 2n);
    await fund(stack, plain);
    const [second, third] = [createPasskey(5), createPasskey(6)];
    const added = await signChange(
      plain,
      changeTo([entry(0, passkey), entry(1, second)], { next: 3n, delay: 5n * day }),
      passkey,
    );
    const replaced = await signChange(
      plain,
      changeTo([entry(0, third), entry(1, second)], { from: [added.head], next: 3n }),
      second,
      1,
    );
    const list = [added, replaced];
    const permission = await daily(stack, plain, { salt: saltOf(1, 1n << 40n) });
    // Without the precompile a trace takes minutes, so only the form with differences is traced.
    for (const callData of hardfork === "osaka" ? [call, enable(permission)] : [call]) {
      const operation = await prepare(stack, plain, callData);
      const other = await prepare(stack, plain, call, { nonce: 1n << 64n });
      const together = [operation, other].map((each) => ({ stack, operation: each }));
      const [root] = await signTogether(together, passkey, 0);
      const [late] = await signTogether(together, third, 0);
      const byThird = await signed(stack, operation, third);
      const forms = [
        root!,
        { ...operation, signature: withChanges(list, byThird.signature) },
        { ...operation, signature: withChanges(list, late!.signature) },
      ];
      for (const each of hardfork === "osaka" ? forms : forms.slice(2)) {
        const { violations, entities } = await traceValidation(stack, each, native);
        assertEquals(violations, []);
        assertEquals(entities, ["account"]);
      }
      // Simulated only: no change has been applied.
      assertEquals((await ownerState(stack, plain)).head, zeroHash);
    }
  });

  await t.step("of a deployment, with owner changes too", async () => {
    const plain = await accountAddress(stack, owners, 1n);
    await fund(stack, plain);
    const first = await prepare(stack, plain, call, deployment(owners, 1n));
    const { violations, entities } = await traceValidation(
      stack,
      await signed(stack, first, passkey),
      native,
    );
    assertEquals(violations, []);
    assertEquals(entities, ["factory", "account"]);

    // A recovery owner is added, and a checkpoint from the first set follows.
    const entries = owners.map((bytes, index) => entry(index, bytes));
    const step = await signChange(
      plain,
      changeTo([...entries, entry(3, pad(to), kind.recovery)], { delay: 5n * day }),
      passkey,
    );
    const checkpoint = await signChange(
      plain,
      changeTo([entry(0, passkey), entry(4, createPasskey(4))], {
        from: [zeroHash, step.head],
        delay: 5n * day,
      }),
      passkey,
    );
    for (const list of [[step, checkpoint], ...hardfork === "osaka" ? [[checkpoint]] : []]) {
      const changed = await prepare(stack, plain, call, createWithChanges(owners, list, 1n));
      const result = await traceValidation(
        stack,
        await signed(stack, changed, createPasskey(4), 4),
        native,
      );
      assertEquals(result.violations, []);
    }

    if (hardfork === "prague") return;
    // A delay that is lowered while there are recovery owners reads no time.
    const lower = await signChange(
      plain,
      changeTo(step.change.owners, { from: [step.head], delay: 4n * day }),
      passkey,
    );
    const late = await prepare(stack, plain, call, createWithChanges(owners, [step, lower], 1n));
    const seen = await traceValidation(stack, await signed(stack, late, passkey), native);
    assertEquals(seen.violations, []);
  });

  await t.step(
    "of the sponsor's paymaster, which reads one slot, or two for its previous signer",
    async () => {
      const operation = await prepare(stack, account, call, {
        paymaster: stack.sponsorPaymaster,
        paymasterVerificationGasLimit: 60_000n,
        paymasterPostOpGasLimit: 0n,
      });
      const bounds = { validAfter: 0, validUntil: 2 ** 40 };
      const hash = sponsorHash({
        paymaster: stack.sponsorPaymaster,
        chainId,
        operation,
        ...bounds,
      });
      const signature = await sponsorSigner.sign({ hash });
      const sponsored = {
        ...operation,
        paymasterData: encodeSponsorData({ ...bounds, signature }),
      };
      const setSigners = (signer: Address, previous: Address) =>
        transact(stack, {
          to: stack.sponsorPaymaster,
          data: encodeFunctionData({
            abi: sponsorPaymasterAbi,
            functionName: "setSigners",
            args: [signer, previous],
          }),
        });
      for (const slots of [1, 2]) {
        if (slots === 2) await setSigners(to, sponsorSigner.address);
        const { violations, entities, paymasterSlots } = await traceValidation(
          stack,
          await sign(sponsored),
          native,
        );
        assertEquals(violations, []);
        assertEquals(entities, ["account", "paymaster"]);
        assertEquals(paymasterSlots.length, slots);
      }
      await setSigners(sponsorSigner.address, zeroAddress);
    },
  );

  await t.step("of the token paymaster, in both modes", async () => {
    const [token] = stack.tokens;
    await mint(stack, token, account, 10n ** 12n);
    await client.impersonateAccount({ address: account });
    const data = tokenData.approve(stack.tokenPaymaster, 10n ** 12n);
    const hash = await client.sendTransaction({ account, to: token, data });
    await client.waitForTransactionReceipt({ hash });
    for (const mode of ["prepaid", "postpaid"] as const) {
      const operation = await prepare(stack, account, call, {
        paymaster: stack.tokenPaymaster,
        paymasterVerificationGasLimit: 150_000n,
        paymasterPostOpGasLimit: 80_000n,
      });
      const terms = { token, tokenPerNative: 10n ** 8n, transferGas: 3_600 };
      const quote = { validAfter: 0, validUntil: 2 ** 40, mode, ...terms };
      assertEquals(maxTokenCost(operation, quote.tokenPerNative) < 10n ** 12n, true);
      const paymaster = stack.tokenPaymaster;
      const quoteHash = tokenQuoteHash({ paymaster, chainId, operation, quote });
      const signature = await sponsorSigner.sign({ hash: quoteHash });
      const quoted = { ...operation, paymasterData: encodeTokenData({ ...quote, signature }) };
      const { violations, paymasterSlots } = await traceValidation(
        stack,
        await sign(quoted),
        native,
      );
      assertEquals(violations, []);
      // The cap of postpaid operations is a separate slot.
      assertEquals(paymasterSlots.length, mode === "prepaid" ? 1 : 2);
    }
  });

  // A rule violation is shown once, on the chain with a precompile that can be called by mistake.
  if (hardfork === "prague") return;
  await t.step("and the trace detects violations", async () => {
    const operation = await signed(stack, await prepare(stack, account, call), passkey);
    const blind = await traceValidation(stack, operation, { nativeP256: false });
    assertMatch(blind.violations.map(({ rule }) => rule).join(), /OP-041 STATICCALL of 0x0{37}100/);

    // A contract as owner reads its own storage: bundlers refuse that, as the README documents.
    const shared = await createAccount(stack, [pad(account)]);
    await fund(stack, shared);
    const foreign = await prepare(stack, shared, call);
    const asContract = {
      ...foreign,
      signature: operation.signature,
    };
    const { violations } = await traceValidation(stack, asContract, native);
    assertMatch(violations.map(({ rule }) => rule).join(), /STO-020 SLOAD/);
  });
}
