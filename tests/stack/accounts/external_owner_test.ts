/** An account that a signer of the app owns, without a passkey, on a real chain. */
import { assert, assertEquals } from "@std/assert";
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  hashTypedData,
  numberToHex,
  stringToHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { verifyHash, verifyMessage } from "viem/actions";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { balanceOf } from "../support/tokens.ts";
import { operateOn } from "./operate.ts";

const friend = `0x${"f1".repeat(20)}` as const;

Deno.test("external owner: connects, signs, sends, grants and adds a passkey", async (t) => {
  await using stack = await startStack();
  const owner = privateKeyToAccount(`0x${"0a".repeat(32)}`);
  await using page = openPage(stack, { owner });
  const { request } = page.provider;
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const [address] = await request({ method: "eth_requestAccounts" });
  const [token] = stack.tokens;
  const message = "hello";
  const typed = {
    domain: { name: "Shop", chainId: stack.chainId },
    types: {
      EIP712Domain: [{ name: "name", type: "string" }, { name: "chainId", type: "uint256" }],
      Order: [{ name: "lots", type: "uint256[]" }],
    },
    primaryType: "Order",
    message: { lots: ["1", "2"] },
  } as const;
  const verified = async () => {
    const signature = await request({
      method: "personal_sign",
      params: [stringToHex(message), address!],
    });
    const order = await request({
      method: "eth_signTypedData_v4",
      params: [address!, JSON.stringify(typed)],
    });
    return [
      await verifyMessage(client, { address: address!, message, signature }),
      await verifyHash(client, {
        address: address!,
        hash: hashTypedData({
          ...typed,
          domain: { name: "Shop", chainId: BigInt(stack.chainId) },
          message: { lots: [1n, 2n] },
        }),
        signature: order,
      }),
      await verifyMessage(client, { address: address!, message: "other", signature }),
    ];
  };

  await t.step("signatures verify on chain before the account is deployed", async () => {
    assertEquals(await verified(), [true, true, false]);
  });

  await t.step("a sponsored batch deploys it", async () => {
    await stack.mint(token.address, address!, 30n);
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, 10n],
    });
    const { id } = await request({
      method: "wallet_sendCalls",
      params: [{
        calls: [{ to: token.address, data: transfer }, { to: token.address, data: transfer }],
      }],
    });
    let status = 100;
    await until("it is final", async () => {
      ({ status } = await request({ method: "wallet_getCallsStatus", params: [id] }));
      return status !== 100;
    });
    assertEquals(status, 200);
    assertEquals(await balanceOf(stack, token.address, friend), 20n);
    assertEquals(await verified(), [true, true, false]);
  });

  await t.step("a permission is granted and revoked", async () => {
    const granted = await request({
      method: "wallet_grantPermissions",
      params: [{
        chainId: numberToHex(stack.chainId),
        address: address!,
        spender: friend,
        expiry: Math.floor(Date.now() / 1000) + 3_600,
        permissions: { spends: [{ token: token.address, allowance: "10", unit: "day" }] },
      }],
    });
    const { permissionId } = granted;
    await request({
      method: "wallet_revokePermissions",
      params: [{ id: permissionId }],
    });
  });

  await t.step("a passkey becomes a second owner, by the signer's signature", async () => {
    const view = await request({ method: "acct_addPasskey" });
    assertEquals(view!.owners.map(({ kind }) => kind), ["address", "passkey"]);
    assertEquals(page.ceremony.prompts, ["create"]);
    const { owners } = await request({ method: "acct_getOwners" });
    assertEquals(owners.map(({ here }) => here), [true, false]);
    assertEquals(await operateOn(page, stack, stack.chainId), 200);
  });

  assert(page.ceremony.credentials.length === 1);
});
