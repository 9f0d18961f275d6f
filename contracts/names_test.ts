import { assertEquals, assertThrows } from "@std/assert";
import {
  type Address,
  concat,
  createPublicClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  numberToHex,
  pad,
  parseAbi,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { patientHttp } from "../scripts/stack/patient_http.ts";
import { fixedResolverBytecode } from "./artifacts/test/fixed_resolver_bytecode.ts";
import { nameBookAbi } from "./artifacts/test/name_book_abi.ts";
import { nameBookBytecode } from "./artifacts/test/name_book_bytecode.ts";
import { subnameResolverAbi } from "./artifacts/subname_resolver_abi.ts";
import { deployOnce } from "./create2.ts";
import { deployNames } from "./deploy.ts";
import { decodeNameRequest, encodeNameAnswer, nameAnswerHash } from "./names.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { deployerKey, revertOf, startStack, transact } from "./testing/stack.ts";

const abi = subnameResolverAbi;
const alice: Address = "0x00000000000000000000000000000000000000A1";
const buyer: Address = "0x00000000000000000000000000000000000000B0";
const former: Address = "0x00000000000000000000000000000000000000F0";
const zero: Address = "0x0000000000000000000000000000000000000000";

/** DNS-encodes a name. */
function dns(name: string): Hex {
  const labels = name === "" ? [] : name.split(".").map((label) => {
    const bytes = toHex(label);
    return concat([numberToHex((bytes.length - 2) / 2, { size: 1 }), bytes]);
  });
  return concat([...labels, "0x00"]);
}

Deno.test("subnames are resolved with answers signed by the service", async (t) => {
  await using stack = await startStack();
  const { client, chainId, url } = stack;
  const signer = privateKeyToAccount(`0x${"51".repeat(32)}`);
  const next = privateKeyToAccount(`0x${"52".repeat(32)}`);
  const book = await deployOnce(client, nameBookBytecode.initCode);
  const resolver = await deployNames({
    rpcUrl: url,
    account: deployerKey,
    registry: book,
    wrapper: book,
    owner: client.account.address,
    signer: signer.address,
    urls: ["https://names.example/{sender}"],
  });
  let gateways = ["https://names.example/{sender}"];
  const addr = (name: string) =>
    encodeFunctionData({
      abi: parseAbi(["function addr(bytes32) view returns (address)"]),
      functionName: "addr",
      args: [namehash(name)],
    });

  /** Resolves through a gateway with the given behaviour, as an ERC-3668 client does. */
  const resolve = async (
    name: string,
    how: {
      at?: Address;
      signer?: typeof signer;
      expires?: bigint;
      chainId?: number;
      resolver?: Address;
      answered?: Hex;
      asked?: Hex;
    } = {},
  ): Promise<Address> => {
    const address = how.at ?? resolver;
    const reader = createPublicClient({
      chain: foundry,
      transport: patientHttp(url),
      ccipRead: {
        async request({ data: request, urls }) {
          assertEquals(urls, gateways);
          const asked = decodeNameRequest(request);
          assertEquals(asked, { resolver: address, name: dns(name), data: addr(name) });
          const result = pad(alice);
          const expires = how.expires ?? 2n ** 40n;
          const hash = nameAnswerHash({
            resolver: how.resolver ?? asked.resolver,
            chainId: how.chainId ?? chainId,
            request: how.asked ?? request,
            result,
            expires,
          });
          const signature = await (how.signer ?? signer).sign({ hash });
          return encodeNameAnswer({ result: how.answered ?? result, expires, signature });
        },
      },
    });
    const result = await reader.readContract({
      address,
      abi,
      functionName: "resolve",
      args: [dns(name), addr(name)],
    });
    return decodeAbiParameters([{ type: "address" }], result)[0];
  };

  await t.step("at any depth", async () => {
    for (const name of ["alice.app.eth", "a.b.c.app.eth", `${"x".repeat(63)}.app.eth`]) {
      assertEquals(await resolve(name), alice);
    }
  });

  await t.step("from the gateways that its owner names", async () => {
    const of = async (urls: string[]) => {
      const data = encodeFunctionData({ abi, functionName: "setUrls", args: [urls] });
      await transact(stack, { to: resolver, data });
      gateways = urls;
      assertEquals(
        await client.readContract({ address: resolver, abi, functionName: "urls" }),
        urls,
      );
      assertEquals(await resolve("alice.app.eth"), alice);
    };
    await of(["https://one.example", "https://two.example/{sender}/{data}.json"]);
    await of(["https://names.example/{sender}"]);
  });

  await t.step("by no other answer", async () => {
    const name = "alice.app.eth";
    const now = (await client.getBlock()).timestamp;
    await assertRefused(resolve(name, { signer: next }), "InvalidSigner");
    await assertRefused(resolve(name, { chainId: 1 }), "InvalidSigner");
    await assertRefused(resolve(name, { resolver: book }), "InvalidSigner");
    await assertRefused(resolve(name, { answered: pad(former) }), "InvalidSigner");
    await assertRefused(resolve(name, { asked: "0x1234" }), "InvalidSigner");
    assertEquals(await resolve(name, { expires: now }), alice);
    await assertRefused(resolve(name, { expires: now - 1n }), "AnswerExpired");
  });

  await t.step("by the new signer after a rotation, and not by the old one", async () => {
    const set = (address: Address, valid: boolean) =>
      encodeFunctionData({ abi, functionName: "setSigner", args: [address, valid] });
    await transact(stack, { to: resolver, data: set(next.address, true) });
    assertEquals(await resolve("alice.app.eth"), alice);
    assertEquals(await resolve("alice.app.eth", { signer: next }), alice);
    await transact(stack, { to: resolver, data: set(signer.address, false) });
    await assertRefused(resolve("alice.app.eth"), "InvalidSigner");
    await transact(stack, { to: resolver, data: set(signer.address, true) });
    const name = async (data: Hex, from?: Address) =>
      errorName(
        await revertOf(stack, { to: resolver, data, ...(from === undefined ? {} : { from }) }),
        abi,
      );
    assertEquals(await name(set(zero, true)), "InvalidSigner");
    const urls = encodeFunctionData({ abi, functionName: "setUrls", args: [["https://evil"]] });
    for (const data of [set(alice, true), urls]) {
      assertEquals(await name(data, signer.address), "OwnableUnauthorizedAccount");
    }
    assertEquals(
      await name(encodeFunctionData({ abi, functionName: "renounceOwnership" })),
      "OwnerNeeded",
    );
  });

  await t.step("and an app's own name by its former resolver, wrapped or not", async () => {
    const fixed = (extended: boolean) =>
      deployOnce(
        client,
        concat([
          fixedResolverBytecode.initCode,
          encodeAbiParameters([{ type: "address" }, { type: "bool" }], [former, extended]),
        ]),
      );
    const own = (node: Hex, owner: Address) =>
      transact(stack, {
        to: book,
        data: encodeFunctionData({
          abi: nameBookAbi,
          functionName: "setOwner",
          args: [node, owner],
        }),
      });
    const node = namehash("app.eth");
    const keep = (address: Address, of = node) =>
      encodeFunctionData({ abi, functionName: "setFormerResolver", args: [of, address] });
    const plain = await fixed(false);

    // Only the name's owner can set it.
    await own(node, alice);
    assertEquals(
      errorName(await revertOf(stack, { to: resolver, data: keep(plain) }), abi),
      "NotNameOwner",
    );
    await own(node, client.account.address);
    assertEquals(
      errorName(await revertOf(stack, { to: resolver, data: keep(resolver) }), abi),
      "NotNameOwner",
    );
    await transact(stack, { to: resolver, data: keep(plain) });
    assertEquals(await resolve("app.eth"), former);
    assertEquals(await resolve("alice.app.eth"), alice);

    // A wrapped name: the registry's owner is the wrapper, and the wrapper stores the real owner.
    const wrapped = namehash("wrapped.eth");
    await own(wrapped, book);
    await own(numberToHex(2n ** 256n - 1n - BigInt(wrapped), { size: 32 }), client.account.address);
    await transact(stack, { to: resolver, data: keep(await fixed(true), wrapped) });
    assertEquals(await resolve("wrapped.eth"), former);
    assertEquals(await resolve("alice.wrapped.eth"), alice);

    // The former resolver is the owner's setting: a name that changes hands loses it until its new
    // owner sets one.
    await own(node, buyer);
    assertEquals(await resolve("app.eth"), alice);
    const formerOf = (owner: Address) =>
      client.readContract({
        address: resolver,
        abi,
        functionName: "formerResolverOf",
        args: [node, owner],
      });
    assertEquals([await formerOf(client.account.address), await formerOf(buyer)], [plain, zero]);
    await own(node, client.account.address);
    assertEquals(await resolve("app.eth"), former);

    await transact(stack, { to: resolver, data: keep(zero) });
    assertEquals(await resolve("app.eth"), alice);
  });

  await t.step("including on a chain without a name wrapper", async () => {
    const unwrapped = await deployNames({
      rpcUrl: url,
      account: deployerKey,
      registry: book,
      owner: client.account.address,
      signer: signer.address,
      urls: gateways,
    });
    // The registry has no owner for a subname.
    assertEquals(await resolve("alice.app.eth", { at: unwrapped }), alice);
  });

  await t.step("malformed names are rejected", async () => {
    for (const name of ["0x", "0x05616263", "0x0000", "0x0161", "0x016100ff"] as Hex[]) {
      const data = encodeFunctionData({ abi, functionName: "resolve", args: [name, "0x"] });
      assertEquals(errorName(await revertOf(stack, { to: resolver, data }), abi), "InvalidName");
    }
    const support = (id: Hex) =>
      client.readContract({
        address: resolver,
        abi,
        functionName: "supportsInterface",
        args: [id],
      });
    assertEquals([await support("0x9061b923"), await support("0xffffffff")], [true, false]);
    assertThrows(() => decodeNameRequest("0x12345678"));
  });
});
