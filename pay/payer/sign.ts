/** Signs payments: by ERC-7710, EIP-3009 or Permit2. @module */
import { bytesToHex, type Client, getAddress, type Hex, type LocalAccount, pad } from "viem";
import type { Address, WalletGrantPermissionsResponse } from "@sdk/core/permission";
import { delegationManager, signRedemption } from "@sdk/core/execution_permissions";
import { askToken, domainOf, PERMIT2, transferOf } from "./chain.ts";
import type { Demand } from "../protocols/demand.ts";
import { nonceOfChallenge, writeMpp } from "../protocols/mpp.ts";
import { writeX402 } from "../protocols/x402.ts";

/** The contract that collects x402's payments by Permit2, at the same address on every chain. */
export const EXACT_PERMIT2: Address = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001";

/** A signed payment. */
export interface SignedPayment {
  readonly nonce: Hex;
  readonly validUntil: number;
  readonly header: { readonly name: string; readonly value: string };
}

/** The key that signs, and the permission. */
export interface SignOptions {
  readonly client: Client;
  readonly key: LocalAccount;
  readonly granted: WalletGrantPermissionsResponse;
  /** Unix seconds. */
  readonly now: number;
}

const authorizationTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** The types of a payment by Permit2. */
export const permitTypes = {
  PermitWitnessTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
    { name: "witness", type: "Witness" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
  Witness: [
    { name: "to", type: "address" },
    { name: "validAfter", type: "uint256" },
  ],
} as const;

/** Signs the payment that a server requests. Sends no request. */
export async function signPayment(demand: Demand, options: SignOptions): Promise<SignedPayment> {
  if (demand.transfer === "erc7710") return await signDelegated(demand, options);
  if (demand.transfer === "permit2") return await signPermit2(demand, options);
  return await signAuthorization(demand, options);
}

async function signDelegated(demand: Demand, options: SignOptions): Promise<SignedPayment> {
  const { granted, key, now } = options;
  const nonce = randomNonce();
  const validUntil = now + demand.seconds;
  const transfer = transferOf(demand.token, demand.payTo, demand.amount);
  const { context } = await signRedemption(key, granted, [transfer], {
    validUntil,
    nonce: BigInt(nonce),
    ...(demand.redeemers.length > 0 && { redeemers: demand.redeemers }),
  });
  const header = writeX402(demand, {
    delegationManager,
    permissionContext: context,
    delegator: granted.account,
  }, nonce);
  return { nonce, validUntil, header };
}

async function signAuthorization(demand: Demand, options: SignOptions): Promise<SignedPayment> {
  const { client, key, now } = options;
  const { protocol, token, chainId, amount } = demand;
  const nonce = protocol.name === "mpp" ? nonceOfChallenge(protocol.challenge) : randomNonce();
  const validBefore = now + demand.seconds;
  const { name, version } = demand.domain ??
    await askToken(demand.path.asset, () => domainOf(client, token));
  const message = {
    from: getAddress(key.address),
    to: getAddress(demand.payTo),
    value: amount,
    validAfter: 0n,
    validBefore: BigInt(validBefore),
    nonce,
  };
  const signature = await key.signTypedData({
    domain: { name, version, chainId, verifyingContract: token },
    types: authorizationTypes,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const authorization = {
    ...message,
    value: String(amount),
    validAfter: "0",
    validBefore: String(validBefore),
  };
  const header = protocol.name === "mpp"
    ? writeMpp(demand, key.address, { type: "authorization", ...authorization, signature })
    : writeX402(demand, { signature, authorization }, nonce);
  // The token accepts it only before that second.
  return { nonce, validUntil: validBefore - 1, header };
}

async function signPermit2(demand: Demand, options: SignOptions): Promise<SignedPayment> {
  const { key, now } = options;
  const { token, chainId, amount } = demand;
  const nonce = randomNonce();
  const deadline = now + demand.seconds;
  const permitted = { token: getAddress(token), amount };
  const witness = { to: getAddress(demand.payTo), validAfter: 0n };
  const signature = await key.signTypedData({
    domain: { name: "Permit2", chainId, verifyingContract: PERMIT2 },
    types: permitTypes,
    primaryType: "PermitWitnessTransferFrom",
    message: {
      permitted,
      spender: EXACT_PERMIT2,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      witness,
    },
  });
  const header = writeX402(demand, {
    signature,
    permit2Authorization: {
      from: getAddress(key.address),
      permitted: { ...permitted, amount: String(amount) },
      spender: EXACT_PERMIT2,
      nonce: String(BigInt(nonce)),
      deadline: String(deadline),
      witness: { ...witness, validAfter: "0" },
    },
  }, nonce);
  return { nonce, validUntil: deadline, header };
}

/** A random nonce; some tokens use its last 8 bytes as a counter, starting at zero. */
function randomNonce(): Hex {
  return pad(bytesToHex(crypto.getRandomValues(new Uint8Array(24))), { dir: "right", size: 32 });
}
