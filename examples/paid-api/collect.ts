/**
 * Builds the call that collects a payment, after comparing its contents with the requested ones.
 *
 * @module
 */
import { type Address, encodeFunctionData, encodePacked, erc20Abi, parseAbi, zeroHash } from "viem";
import type { Collection, Payload, Requirements } from "./payment.ts";

/** The contract of x402's Permit2 payments, at the same address on every chain. */
const EXACT_PERMIT2: Address = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001";

const abi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct Witness { address to; uint256 validAfter; }",
  "function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
  "function settle(PermitTransferFrom permit, address owner, Witness witness, bytes signature)",
]);

/** A payment that differs from the requested one. */
export class Mismatch extends Error {
  /** x402's error code. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Builds the call.
 *
 * @throws {Mismatch}
 */
export function collect(
  payload: Payload,
  { asset, payTo, amount, extra }: Requirements,
  managers: readonly Address[],
): Collection {
  const expect = (holds: boolean, reason: string) => {
    if (!holds) throw new Mismatch(reason);
  };
  const method = extra?.assetTransferMethod;
  expect(method === undefined || method === payload.kind, "invalid_payload");
  if (payload.kind === "erc7710") {
    const { delegationManager: to, permissionContext, delegator } = payload;
    // An unknown manager could do anything, or nothing.
    expect(managers.some((each) => same(each, to)), "invalid_delegation_manager");
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [payTo, amount],
    });
    const execution = encodePacked(["address", "uint256", "bytes"], [asset, 0n, transfer]);
    const data = encodeFunctionData({
      abi,
      functionName: "redeemDelegations",
      args: [[permissionContext], [zeroHash], [execution]],
    });
    return { payer: delegator, to, data };
  }
  if (payload.kind === "eip3009") {
    const { authorization: { from, to, value, validAfter, validBefore, nonce }, signature } =
      payload;
    expect(same(to, payTo), "invalid_exact_evm_payload_recipient_mismatch");
    expect(value === amount, "invalid_exact_evm_payload_authorization_value");
    const data = encodeFunctionData({
      abi,
      functionName: "transferWithAuthorization",
      args: [from, to, value, validAfter, validBefore, nonce, signature],
    });
    return { payer: from, to: asset, data };
  }
  const { from, permitted, spender, nonce, deadline, witness } = payload.permit2Authorization;
  expect(same(spender, EXACT_PERMIT2), "invalid_permit2_spender");
  expect(same(witness.to, payTo), "invalid_permit2_recipient_mismatch");
  expect(same(permitted.token, asset), "permit2_token_mismatch");
  expect(permitted.amount === amount, "permit2_amount_mismatch");
  const data = encodeFunctionData({
    abi,
    functionName: "settle",
    args: [{ permitted, nonce, deadline }, from, witness, payload.signature],
  });
  return { payer: from, to: EXACT_PERMIT2, data };
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
