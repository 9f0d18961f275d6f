import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, hashMessage, hashTypedData, type Hex } from "viem";
import { serializeErc6492Signature } from "viem/utils";
import { factory } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { verifierAbi } from "./artifacts/test/verifier_abi.ts";
import { verifierBytecode } from "./artifacts/test/verifier_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { signMessage, signTypedData, type Typed } from "./testing/erc7739.ts";
import {
  createAddressOwner,
  createDeviceKey,
  createPasskey,
  wrapSignature,
} from "./testing/passkey.ts";
import { accountAddress, createAccount, startStack } from "./testing/stack.ts";

const domainType = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];
const domain = {
  name: "Market",
  version: "2",
  chainId: 31337,
  verifyingContract: "0x00000000000000000000000000000000000000bb",
};

/**
 * Nested types that sort before and after the primary one, arrays, and a domain with two fields.
 */
const cases: Record<string, Typed> = {
  plain: {
    domain,
    domainType,
    types: { Order: [{ name: "amount", type: "uint256" }] },
    primaryType: "Order",
    message: { amount: 2n ** 256n - 1n },
  },
  "nested types that sort before the primary type": {
    domain,
    domainType,
    types: {
      Asset: [{ name: "token", type: "address" }, { name: "amounts", type: "uint256[]" }],
      Order: [{ name: "give", type: "Asset[]" }, { name: "take", type: "Zebra" }],
      Zebra: [{ name: "note", type: "string" }, { name: "asset", type: "Asset" }],
    },
    primaryType: "Order",
    message: {
      give: [
        { token: "0x00000000000000000000000000000000000000cc", amounts: [1n, 2n] },
        { token: "0x00000000000000000000000000000000000000dd", amounts: [] },
      ],
      take: {
        note: "späť",
        asset: { token: "0x00000000000000000000000000000000000000ee", amounts: [0n] },
      },
    },
  },
  "a short domain": {
    domain: { name: "Short", chainId: 31337 },
    domainType: [{ name: "name", type: "string" }, { name: "chainId", type: "uint256" }],
    types: { Mail: [{ name: "text", type: "string" }] },
    primaryType: "Mail",
    message: { text: "" },
  },
};

Deno.test("messages and typed data", async (t) => {
  await using stack = await startStack();
  const { client, chainId } = stack;
  const owners = [createPasskey(1), createDeviceKey(2), createAddressOwner(3)];
  const all = owners.map(({ bytes }) => bytes);
  const deployed = await createAccount(stack, all);
  const undeployed = await accountAddress(stack, all, 1n);
  const factoryData = encodeFunctionData({
    abi: acctFactoryAbi,
    functionName: "createAccount",
    args: [all, 1n],
  });
  const wrap = (signature: Hex) =>
    serializeErc6492Signature({ address: factory, data: factoryData, signature });

  for (const [ownerIndex, kind] of ["a passkey", "a device key", "an address"].entries()) {
    const owner = owners[ownerIndex]!;

    await t.step(`viem accepts messages signed by ${kind}, deployed or not`, async () => {
      for (const message of ["", "hello", "\u0000\uffff".repeat(500)]) {
        const signer = { chainId, owner, ownerIndex, message };
        const here = await signMessage({ account: deployed, ...signer });
        assertEquals(
          await client.verifyMessage({ address: deployed, message, signature: here }),
          true,
        );
        const there = wrap(await signMessage({ account: undeployed, ...signer }));
        assertEquals(
          await client.verifyMessage({ address: undeployed, message, signature: there }),
          true,
        );
        assertEquals(
          await client.verifyMessage({ address: deployed, message: "no", signature: here }),
          false,
        );
      }
    });

    await t.step(`viem accepts typed data signed by ${kind}, deployed or not`, async () => {
      for (const typed of Object.values(cases)) {
        const verify = (address: Address, signature: Hex, message = typed.message) =>
          client.verifyTypedData({
            address,
            signature,
            domain: typed.domain,
            types: { ...typed.types, EIP712Domain: typed.domainType },
            primaryType: typed.primaryType,
            message,
          });
        const signer = { chainId, owner, ownerIndex, typed };
        const here = await signTypedData({ account: deployed, ...signer });
        assertEquals(await verify(deployed, here), true);
        const there = wrap(await signTypedData({ account: undeployed, ...signer }));
        assertEquals(await verify(undeployed, there), true);
      }
    });
  }

  await t.step("OpenZeppelin's checker accepts them on chain, deployed or prepared", async () => {
    const verifier = await deployOnce(client, verifierBytecode.initCode);
    const check = async (account: Address, hash: Hex, signature: Hex) => {
      const { result } = await client.simulateContract({
        address: verifier,
        abi: verifierAbi,
        functionName: "check",
        args: [factory, factoryData, account, hash, signature],
      });
      return result;
    };
    for (const [ownerIndex, owner] of owners.entries()) {
      for (const account of [deployed, undeployed]) {
        const signer = { account, chainId, owner, ownerIndex };
        const message = await signMessage({ ...signer, message: "hello" });
        assertEquals(await check(account, hashMessage("hello"), message), true);
        assertEquals(await check(account, hashMessage("other"), message), false);
        for (const typed of Object.values(cases)) {
          const types: Record<string, unknown> = { ...typed.types, EIP712Domain: typed.domainType };
          const { domain, primaryType, message } = typed;
          const hash = hashTypedData({ domain, types, primaryType, message });
          const signature = await signTypedData({ ...signer, typed });
          assertEquals(await check(account, hash, signature), true);
          assertEquals(await check(account, hashMessage("other"), signature), false);
        }
      }
    }
  });

  await t.step("a signature for one account, chain or owner is valid for no other", async () => {
    const message = "hello";
    const [owner, device] = owners as [typeof owners[0], typeof owners[0]];
    const twin = await createAccount(stack, all, 2n);
    const valid = (address: Address, signature: Hex) =>
      client.verifyMessage({ address, message, signature });
    const signer = { account: deployed, chainId, owner, message };
    assertEquals(await valid(twin, await signMessage(signer)), false);
    assertEquals(await valid(deployed, await signMessage({ ...signer, chainId: 1 })), false);
    assertEquals(await valid(deployed, await signMessage({ ...signer, ownerIndex: 1 })), false);
    assertEquals(await valid(deployed, await signMessage({ ...signer, owner: device })), false);
    const stranger = createPasskey(99);
    assertEquals(await valid(deployed, await signMessage({ ...signer, owner: stranger })), false);
  });

  await t.step("an owner's bare signature of a hash is no message of the account", async () => {
    const [owner] = owners;
    const hash = hashMessage("hello");
    const bare = wrapSignature(0, await owner!.sign(hash));
    const answer = await client.readContract({
      address: deployed,
      abi: acctAbi,
      functionName: "isValidSignature",
      args: [hash, bare],
    });
    assertEquals(answer, "0xffffffff");
    const raw = await client.readContract({
      address: deployed,
      abi: acctAbi,
      functionName: "isOwnerSignature",
      args: [hash, bare],
    });
    assertEquals(raw, true);
  });

  await t.step("it reports its nesting, and describes its domain", async () => {
    const probe = await client.readContract({
      address: deployed,
      abi: acctAbi,
      functionName: "isValidSignature",
      args: [`0x${"7739".repeat(16)}`, "0x"],
    });
    assertEquals(probe, "0x77390001");
    const [fields, name, version, chain, contract] = await client.readContract({
      address: deployed,
      abi: acctAbi,
      functionName: "eip712Domain",
    });
    assertEquals([fields, name, version, chain, contract], [
      "0x0f",
      "Acct",
      "1",
      BigInt(chainId),
      deployed,
    ]);
  });

  await t.step("types that ERC-7739 forbids are rejected", async () => {
    for (const primaryType of ["order", "Or,der", "Or der"]) {
      const typed: Typed = {
        ...cases.plain!,
        types: { [primaryType]: [{ name: "amount", type: "uint256" }] },
        primaryType,
      };
      const signature = await signTypedData({
        account: deployed,
        chainId,
        owner: owners[0]!,
        typed,
      });
      const valid = await client.verifyTypedData({
        address: deployed,
        signature,
        domain: typed.domain,
        types: { ...typed.types, EIP712Domain: typed.domainType },
        primaryType,
        message: typed.message,
      });
      assertEquals(valid, false);
    }
  });
});
