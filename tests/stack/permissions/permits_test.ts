/**
 * Permits that a token cannot accept from an account of this wallet are rejected before the prompt.
 */
import { assertEquals } from "@std/assert";
import type { Address, Hex } from "viem";
import type { TypedData } from "../../../core/account/message.ts";
import { createServiceClient } from "../../../core/client/client.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { requireAccepted } from "../../../core/wallet/requests/permit_support.ts";
import { sendCalls, settled, user } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";

const spender: Address = `0x${"22".repeat(20)}`;
/** Code that reverts with four bytes in `permit(…, bytes)`, and with none in any other function. */
const acceptsBytes: Hex = "0x5f3560e01c639fd5a6cf146011575f5ffd5b60045ffd";
/** Code that accepts any call without effect, like WETH's fallback for a permit. */
const acceptsAll: Hex = "0x00";
const withBytes: Address = `0x${"b1".repeat(20)}`;
const withFallback: Address = `0x${"b2".repeat(20)}`;

const erc2612 = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
};
const permit2 = {
  PermitSingle: [
    { name: "details", type: "PermitDetails" },
    { name: "spender", type: "address" },
    { name: "sigDeadline", type: "uint256" },
  ],
  PermitDetails: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint160" },
    { name: "expiration", type: "uint48" },
    { name: "nonce", type: "uint48" },
  ],
};

Deno.test("permits: rejected if the token does not support bytes, or before the account is deployed", async () => {
  await using stack = await startTestStack();
  const [token] = stack.tokens;
  await stack.node.request("anvil_setCode", [withBytes, acceptsBytes]);
  await stack.node.request("anvil_setCode", [withFallback, acceptsAll]);
  const { chainId } = stack;
  const deployed = user(1);
  const id = await sendCalls(stack, deployed, [{ to: spender, value: "0x0", data: "0x" }]);
  assertEquals((await settled(stack, id)).status, 200);
  const service = createServiceClient(stack);

  const permit = (verifyingContract: Address, owner: Address, chain = chainId): TypedData => ({
    types: erc2612,
    primaryType: "Permit",
    domain: { name: "Token", version: "1", chainId: String(chain), verifyingContract },
    message: { owner, spender, value: "5", nonce: "0", deadline: "9999999999" },
  });
  const reason = async (data: TypedData, { account: { address } } = deployed) => {
    try {
      const { signal } = new AbortController();
      await requireAccepted({ service }, { data, account: address, chainId }, signal);
      return null;
    } catch (error) {
      if (!(error instanceof AcctError)) throw error;
      assertEquals([error.data.cause, error.code], ["permit_unsupported", 4200]);
      return error.message.includes("not deployed") ? "deployed" : "bytes";
    }
  };
  const own = deployed.account.address;
  const dai: TypedData = {
    types: {
      Permit: [
        { name: "holder", type: "address" },
        { name: "spender", type: "address" },
        { name: "nonce", type: "uint256" },
        { name: "expiry", type: "uint256" },
        { name: "allowed", type: "bool" },
      ],
    },
    primaryType: "Permit",
    domain: { chainId: String(chainId), verifyingContract: token.address },
    message: { holder: own, spender, nonce: "0", expiry: "0", allowed: true },
  };
  const single: TypedData = {
    types: permit2,
    primaryType: "PermitSingle",
    domain: { name: "Permit2", chainId: String(chainId), verifyingContract: token.address },
    message: {
      details: { token: token.address, amount: "5", expiration: "9", nonce: "0" },
      spender,
      sigDeadline: "9",
    },
  };
  const fresh = user(2);
  assertEquals({
    withBytes: await reason(permit(withBytes, own)),
    without: await reason(permit(token.address, own)),
    fallback: await reason(permit(withFallback, own)),
    dai: await reason(dai),
    undeployed: await reason(permit(withBytes, fresh.account.address), fresh),
    permit2: await reason(single, fresh),
    another: await reason(permit(token.address, spender)),
    elsewhere: await reason(permit(token.address, own, 1)),
  }, {
    withBytes: null,
    without: "bytes",
    fallback: "bytes",
    dai: "bytes",
    undeployed: "deployed",
    permit2: null,
    another: null,
    elsewhere: null,
  });
});
