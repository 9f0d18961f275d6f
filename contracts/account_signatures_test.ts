import { assertEquals } from "@std/assert";
import {
  bytesToHex,
  concat,
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbiParameters,
  slice,
  toHex,
} from "viem";
import { readAssertion } from "../core/account/signature.ts";
import { entryPoint } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { assertRefused } from "./testing/asserts.ts";
import {
  createAddressOwner,
  createDeviceKey,
  createPasskey,
  highS,
  wrapSignature,
} from "./testing/passkey.ts";
import {
  accountAddress,
  createAccount,
  deployment,
  encodeCalls,
  fund,
  handleOps,
  hashOf,
  prepare,
  sendCalls,
  signed,
  startStack,
} from "./testing/stack.ts";

const to = "0x00000000000000000000000000000000000000aa";

/** Encodes a key and its assertion as other accounts do. */
function inAbi(data: Hex): Hex {
  const { authenticatorData, clientDataJSON, ...rest } = readAssertion(slice(data, 64));
  const assertion = encodeAbiParameters(
    parseAbiParameters("(bytes, bytes, uint256, uint256, uint256, uint256)"),
    [[
      bytesToHex(authenticatorData),
      bytesToHex(clientDataJSON),
      BigInt(rest.challengeIndex),
      BigInt(rest.typeIndex),
      rest.r,
      rest.s,
    ]],
  );
  return concat([slice(data, 0, 64), assertion]);
}

for (const hardfork of ["osaka", "prague"] as const) {
  Deno.test(`signatures of an account on ${hardfork}`, async (t) => {
    await using stack = await startStack(hardfork);
    const { client } = stack;
    const passkey = createPasskey(1);
    const account = await createAccount(stack, [passkey.bytes]);
    await fund(stack, account);

    await t.step("it rejects every assertion with an error in it", async () => {
      const operation = await prepare(stack, account, encodeCalls([{ target: to }]));
      const hash = hashOf(stack, operation);
      const good = passkey.assert(hash);
      const mute = createPasskey(3);
      const bad: Record<string, Hex> = {
        "no user verification": wrapSignature(0, passkey.assert(hash, { flags: 0x01 })),
        "no user presence": wrapSignature(0, passkey.assert(hash, { flags: 0x04 })),
        "the upper s": wrapSignature(0, passkey.assert(hash, { highS: true })),
        "a registration": wrapSignature(0, passkey.assert(hash, { type: "webauthn.create" })),
        "another challenge": wrapSignature(0, passkey.assert(keccak256(hash))),
        "another passkey": wrapSignature(0, mute.assert(hash)),
        "an index without owner": wrapSignature(1, good),
        "a challenge index one off": wrapSignature(0, passkey.assert(hash, { challengeIndex: 24 })),
        "a challenge index far off": wrapSignature(
          0,
          passkey.assert(hash, { challengeIndex: 10_000 }),
        ),
        "the challenge's index for the type": wrapSignature(
          0,
          passkey.assert(hash, { typeIndex: 23 }),
        ),
        "something after its end": concat([wrapSignature(0, good), "0x00"]),
        "a missing last byte": wrapSignature(0, good).slice(0, -2) as Hex,
        "a missing last word": wrapSignature(0, good).slice(0, -64) as Hex,
        ...Object.fromEntries(
          [0, 4, 0x20, 0xff].map((form) => [
            `the reserved form ${form}`,
            concat([numberToHex(form, { size: 1 }), slice(wrapSignature(0, good), 1)]),
          ]),
        ),
        "authenticator data of another length": wrapSignature(
          0,
          concat([slice(good, 0, 64), "0x0026", slice(good, 66)]),
        ),
        "authenticator data beyond the end": wrapSignature(
          0,
          concat([slice(good, 0, 64), "0xffff", slice(good, 66)]),
        ),
        "an assertion in ABI's form": wrapSignature(0, inAbi(good)),
        "a wrapper in ABI's form": encodeAbiParameters(
          parseAbiParameters("(uint256 ownerIndex, bytes data)"),
          [{ ownerIndex: 0n, data: good }],
        ),
        "a signature without index": good,
        "a form and nothing else": "0x01",
        "a form and an index": "0x0100",
        "an empty signature": "0x",
        "a raw signature of nothing": wrapSignature(
          0,
          concat([passkey.bytes, pad("0x01", { size: 64 })]),
        ),
        "no key": wrapSignature(0, slice(good, 64)),
        "a key and nothing else": wrapSignature(0, passkey.bytes),
        "half a key": wrapSignature(0, passkey.x),
        "another key in front of a good assertion": wrapSignature(
          0,
          concat([mute.bytes, slice(good, 64)]),
        ),
        "another passkey's assertion behind the key": wrapSignature(
          0,
          concat([passkey.bytes, slice(mute.assert(hash), 64)]),
        ),
        "the key twice": wrapSignature(0, concat([passkey.bytes, good])),
        "65 bytes of an ECDSA signature": wrapSignature(
          0,
          await createAddressOwner(1).sign(hash),
        ),
      };
      for (const [name, signature] of Object.entries(bad)) {
        const sending = handleOps(stack, { ...operation, signature });
        await assertRefused(sending, "AA24").catch((cause) => {
          throw new Error(`taken: ${name}`, { cause });
        });
      }
      const [outcome] = await handleOps(stack, {
        ...operation,
        signature: wrapSignature(0, good),
      });
      assertEquals(outcome!.success, true);
    });

    await t.step("a placeholder's verification costs the same as a real signature's", async () => {
      const digest = keccak256("0x01");
      const verify = (signature: Hex) =>
        client.estimateGas({
          to: account,
          data: encodeFunctionData({
            abi: acctAbi,
            functionName: "isOwnerSignature",
            args: [digest, signature],
          }),
        });
      const real = await verify(wrapSignature(0, passkey.assert(digest)));
      // Another key over another digest, as a service creates them once for all estimates.
      const placeholder = createPasskey(99).assert(keccak256("0x02"));
      const estimated = await verify(wrapSignature(0, placeholder));
      const difference = Number(estimated - real) / Number(real);
      assertEquals(Math.abs(difference) < 0.03, true, `${real} and ${estimated}`);
    });

    await t.step("it accepts client data with members in another order", async () => {
      const operation = await prepare(stack, account, encodeCalls([{ target: to }]));
      const data = passkey.assert(hashOf(stack, operation), {
        prefix: '"other_keys_can_be_added_here":"do not compare clientDataJSON",',
      });
      const [outcome] = await handleOps(stack, {
        ...operation,
        signature: wrapSignature(0, data),
      });
      assertEquals(outcome!.success, true);
    });

    await t.step("a changed operation is rejected", async () => {
      const operation = await signed(
        stack,
        await prepare(stack, account, encodeCalls([{ target: to }])),
        passkey,
      );
      const changes = [
        { callData: encodeCalls([{ target: entryPoint }]) },
        { callGasLimit: operation.callGasLimit + 1n },
        { verificationGasLimit: operation.verificationGasLimit + 1n },
        { preVerificationGas: operation.preVerificationGas + 1n },
        { maxFeePerGas: operation.maxFeePerGas + 1n },
        { maxPriorityFeePerGas: operation.maxPriorityFeePerGas + 1n },
        { nonce: 1n << 64n },
      ];
      for (const change of changes) {
        await assertRefused(handleOps(stack, { ...operation, ...change }), "AA24");
      }
    });

    await t.step("a signature for another account or chain is rejected", async () => {
      const twin = await createAccount(stack, [passkey.bytes], 7n);
      await fund(stack, twin);
      const call = encodeCalls([{ target: to }]);
      const here = await prepare(stack, account, call, { nonce: 3n << 64n });
      const there = await prepare(stack, twin, call, { nonce: 3n << 64n });
      const { signature } = await signed(stack, here, passkey);
      await assertRefused(handleOps(stack, { ...there, signature }), "AA24");
      const elsewhere = await signed({ ...stack, chainId: 1 }, here, passkey);
      await assertRefused(handleOps(stack, elsewhere), "AA24");
      const [outcome] = await handleOps(stack, { ...here, signature });
      assertEquals(outcome!.success, true);
      await assertRefused(handleOps(stack, { ...here, signature }), "AA25");
    });

    await t.step("addresses, device keys and contracts can own it too", async () => {
      const device = createDeviceKey(10);
      const address = createAddressOwner(11);
      // A contract owner: another account with a passkey that signs in ERC-7739's form.
      const owners = [device.bytes, address.bytes, pad(account)];
      const shared = await accountAddress(stack, owners);
      await fund(stack, shared);
      const send = (owner: typeof device, index: number, more = {}) =>
        sendCalls(stack, shared, owner, encodeCalls([{ target: to }]), {
          ownerIndex: index,
          ...more,
        });
      assertEquals((await send(device, 0, deployment(owners))).success, true);
      assertEquals((await send(address, 1)).success, true);
      await assertRefused(send(device, 1), "AA24");
      await assertRefused(send(address, 0), "AA24");
      await assertRefused(
        send({ ...address, sign: async (digest) => highS(await address.sign(digest)) }, 1),
        "AA24",
      );
      const contract = {
        bytes: pad(account),
        // The digest itself, nested in the owning account's domain.
        sign: (digest: Hex) => Promise.resolve(wrapSignature(0, passkey.assert(nest(digest)))),
      };
      const separator = domainSeparator({
        domain: { name: "Acct", version: "1", chainId: stack.chainId, verifyingContract: account },
      });
      const nest = (digest: Hex) => {
        const typeHash = keccak256(toHex("PersonalSign(bytes prefixed)"));
        return keccak256(concat(["0x1901", separator, keccak256(concat([typeHash, digest]))]));
      };
      assertEquals((await send(contract, 2)).success, true);
      await assertRefused(
        send({ ...contract, sign: (digest) => Promise.resolve(passkey.assert(digest)) }, 2),
        "AA24",
      );
    });
  });
}

Deno.test("the challenge of an assertion is looked for in its client data only", async () => {
  await using stack = await startStack();
  const passkey = createPasskey(1);
  const account = await createAccount(stack, [passkey.bytes]);
  const [digest, another] = [keccak256("0x01"), keccak256("0x02")];
  // The contract also has the challenge in its own memory, somewhere behind the client data.
  const assertion = passkey.assert(another);
  const at = (index: number) =>
    concat([slice(assertion, 0, -68), numberToHex(index, { size: 2 }), slice(assertion, -66)]);
  const obeys = (hash: Hex, index: number) =>
    stack.client.readContract({
      address: account,
      abi: acctAbi,
      functionName: "isOwnerSignature",
      args: [hash, wrapSignature(0, at(index))],
    });
  assertEquals(await obeys(another, '{"type":"webauthn.get",'.length), true);
  for (let first = 0; first < 1_500; first += 50) {
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => obeys(digest, first + index)),
    );
    assertEquals(taken.indexOf(true), -1, `from ${first} on`);
  }
});

Deno.test("an unknown form is no valid signature, independent of a contract that is an owner", async () => {
  await using stack = await startStack();
  const yes = createAddressOwner(21).bytes;
  const account = await createAccount(stack, [yes]);
  // Returns ERC-1271's magic value to any call.
  await stack.client.setCode({
    address: slice(yes, 12),
    bytecode: "0x631626ba7e60e01b60005260206000f3",
  });
  const obeys = (signature: Hex) =>
    stack.client.readContract({
      address: account,
      abi: acctAbi,
      functionName: "isOwnerSignature",
      args: [keccak256("0x01"), signature],
    });
  assertEquals(await obeys("0x0100"), true, "this contract signs with nothing");
  for (const formless of ["0x", "0x01", "0x00", "0x0000", "0x03", "0x0300", "0xff00"] as const) {
    assertEquals(await obeys(formless), false, formless);
  }
});
