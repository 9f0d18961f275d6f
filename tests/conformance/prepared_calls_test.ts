/** ERC-7836: calls signed by a key of the page, for its own account and by a permission. */
import { assertEquals, assertRejects } from "@std/assert";
import { bytesToHex, concat, encodeFunctionData, erc20Abi, type Hex, hexToBytes } from "viem";
import { P256, PublicKey } from "ox";
import { generatePrivateKey, privateKeyToAccount, sign } from "viem/accounts";
import { AcctError } from "../../core/ground/errors.ts";
import { word } from "../../core/passkey/bytes.ts";
import type { PreparedCalls } from "../../core/protocol/methods/calls/wallet_prepare_calls.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { openPage } from "./wallet.ts";

const to: Hex = `0x${"a1".repeat(20)}`;

Deno.test("prepared calls: signed by the page's own keys, of each kind", async (t) => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const { request } = page.provider;
  const chainId: Hex = "0x7a69";
  const landed = async (id: string) => {
    let status = 100;
    await until("it is final", async () => {
      ({ status } = await request({ method: "wallet_getCallsStatus", params: [id] }));
      return status !== 100;
    });
    return status;
  };
  const hand = async (prepared: PreparedCalls, signature: Hex) => {
    const { context, key } = prepared;
    const [sent] = await request({
      method: "wallet_sendPreparedCalls",
      params: [{ chainId, context, key, signature }],
    });
    return sent!.id;
  };
  const failure = async (promise: Promise<unknown>) => {
    const error = await assertRejects(() => promise, AcctError);
    return [error.data.cause, error.data.field];
  };

  const pair = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign", "verify"],
  );
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const web = { type: "p256", publicKey: bytesToHex(raw), prehash: true } as const;
  const webSign = async ({ digest }: PreparedCalls) =>
    bytesToHex(
      new Uint8Array(
        await crypto.subtle.sign(
          { name: "ECDSA", hash: "SHA-256" },
          pair.privateKey,
          Uint8Array.from(hexToBytes(digest)),
        ),
      ),
    );
  const prepare = (key: typeof web | { type: "p256" | "secp256k1"; publicKey: Hex }) =>
    request({ method: "wallet_prepareCalls", params: [{ chainId, key, calls: [{ to }] }] });

  await t.step("a WebCrypto key, which hashes the data itself", async () => {
    const prepared = await prepare(web);
    assertEquals(await landed(await hand(prepared, await webSign(prepared))), 200);
  });

  await t.step(
    "the same in ERC-7836's notation: kind of key, object, and forwarded values",
    async () => {
      const suffix = { value: "0x80218021" } as const;
      const { digest, ...rest } = await request({
        method: "wallet_prepareCalls",
        params: [{
          version: "2.0.0",
          chainId,
          key: { type: "webcrypto-p256", publicKey: web.publicKey },
          calls: [{ to }],
          capabilities: { dataSuffix: suffix },
        }],
      });
      assertEquals([rest.version, rest.chainId, rest.capabilities], [
        "2.0.0",
        chainId,
        { dataSuffix: suffix },
      ]);
      const { callData } = rest.context.operation as { callData: Hex };
      assertEquals(callData.endsWith("80218021"), true);
      // The standard's request has no key.
      const { key: _, ...passed } = rest;
      const value = await webSign({ digest, ...rest });
      const [sent] = await request({
        method: "wallet_sendPreparedCalls",
        params: [{ ...passed, signature: { type: "webcrypto-p256", value } }],
      });
      assertEquals(await landed(sent!.id), 200);
    },
  );

  await t.step("without a key and without a connection there is none", async () => {
    assertEquals(
      await failure(
        request({ method: "wallet_prepareCalls", params: [{ chainId, calls: [{ to }] }] }),
      ),
      ["unauthorized", undefined],
    );
  });

  await t.step("a P-256 key that signs the digest as it is", async () => {
    const privateKey = P256.randomPrivateKey();
    const publicKey = PublicKey.toHex(P256.getPublicKey({ privateKey }));
    const prepared = await prepare({ type: "p256", publicKey });
    const { r, s } = P256.sign({ payload: prepared.digest, privateKey });
    assertEquals(await landed(await hand(prepared, concat([word(r), word(s)]))), 200);
  });

  await t.step("an Ethereum key, by its address", async () => {
    const privateKey = generatePrivateKey();
    const { address } = privateKeyToAccount(privateKey);
    const prepared = await prepare({ type: "secp256k1", publicKey: address });
    const signature = await sign({ hash: prepared.digest, privateKey, to: "hex" });
    assertEquals(await landed(await hand(prepared, signature)), 200);
  });

  await t.step("within a permission that another account granted", async () => {
    const [address] = await request({ method: "eth_requestAccounts" });
    const [token] = stack.tokens;
    await stack.mint(token.address, address!, 100n);
    const own = await request({
      method: "wallet_prepareCalls",
      params: [{ chainId, calls: [{ to }] }],
    });
    assertEquals([own.key.type, (own.context.account as { address: Hex }).address], [
      "webauthn-p256",
      address,
    ]);
    const { context } = await prepare(web);
    const spender = (context.account as { address: Hex }).address;
    const { permissionId: id } = await request({
      method: "wallet_grantPermissions",
      params: [{
        expiry: Math.floor(Date.now() / 1000) + 3_600,
        spender,
        permissions: { spends: [{ token: token.address, allowance: "7", unit: "day" }] },
      }],
    });
    const transfer = (amount: bigint) =>
      request({
        method: "wallet_prepareCalls",
        params: [{
          chainId,
          from: spender,
          key: web,
          calls: [{
            to: token.address,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: "transfer",
              args: [to, amount],
            }),
          }],
          capabilities: { permissions: { id } },
        }],
      });
    assertEquals(await failure(transfer(8n)), ["simulation_reverts", undefined]);
    const prepared = await transfer(7n);
    const prompts = page.ceremony.prompts.length;
    assertEquals(await landed(await hand(prepared, await webSign(prepared))), 200);
    assertEquals(page.ceremony.prompts.length, prompts, "no dialog was shown");
    assertEquals(await failure(transfer(1n)), ["simulation_reverts", undefined]);
  });

  await t.step("of another key, for another account, changed on the way: rejected", async () => {
    const prepared = await prepare(web);
    const good = await webSign(prepared);
    const other: Hex = concat([good.slice(0, 66) as Hex, `0x${"11".repeat(32)}`]);
    assertEquals((await failure(hand(prepared, other)))[0], "operation_refused");
    const operation = { ...prepared.context.operation as object, callGasLimit: "0xfffff" };
    const changed = { ...prepared, context: { ...prepared.context, operation } };
    assertEquals((await failure(hand(changed, good)))[0], "operation_refused");
    const account = { ...prepared.context.account as object, nonce: "0x1" };
    const moved = { ...prepared, context: { ...prepared.context, account } };
    assertEquals(await failure(hand(moved, good)), ["invalid_params", "params[0].context.account"]);
    assertEquals(await failure(hand(prepared, "0x1234")), [
      "invalid_params",
      "params[0].signature",
    ]);
    const method = "wallet_prepareCalls";
    const calls = [{ to }];
    assertEquals(
      await failure(request({ method, params: [{ chainId, key: web, from: to, calls }] })),
      ["unauthorized", "params[0].from"],
    );
    const { address: self } = prepared.context.account as { address: Hex };
    const own = [{ to: self, data: "0x12345678" }] as const;
    assertEquals(
      await failure(request({ method, params: [{ chainId, key: web, calls: own }] })),
      ["invalid_params", "params[0].calls[0].to"],
    );
    const short = { type: "p256", publicKey: "0x1234" } as const;
    assertEquals(await failure(request({ method, params: [{ chainId, key: short, calls }] })), [
      "invalid_params",
      "params[0].key.publicKey",
    ]);
    // The good one still lands: the attempts above did not use it up.
    assertEquals(await landed(await hand(prepared, good)), 200);
  });
});
