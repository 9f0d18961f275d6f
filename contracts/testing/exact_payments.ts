/**
 * Makes payments through the spender of x402's payments by Permit2, and returns the outcome of
 * each.
 *
 * @module
 */
import {
  type Account,
  type Address,
  type Chain,
  createTestClient,
  decodeErrorResult,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  type HttpTransport,
  type LocalAccount,
  maxUint256,
  parseAbi,
  parseEventLogs,
  parseSignature,
  type PublicActions,
  publicActions,
  RpcRequestError,
  type TestClient,
  toHex,
  type WalletActions,
  walletActions,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { cashAbi } from "../artifacts/test/cash_abi.ts";
import { cashBytecode } from "../artifacts/test/cash_bytecode.ts";
import { exactTransfersAbi } from "../artifacts/test/exact_transfers_abi.ts";
import { moodyTokenAbi } from "../artifacts/test/moody_token_abi.ts";
import { moodyTokenBytecode } from "../artifacts/test/moody_token_bytecode.ts";
import { startAnvil } from "./anvil.ts";
import { deployExactTransfers, EXACT_TRANSFERS } from "./exact_transfers.ts";
import { deployPermit2, PERMIT2 } from "./permit2.ts";
import { receiptActions } from "./receipts.ts";
import { deployerKey } from "./stack.ts";

/** Receives the payments. */
export const receiver: Address = `0x${"5c".repeat(20)}`;

/** Amount of a payment. */
export const AMOUNT = 10n;

/** Errors of Permit2, of its transfers and of the guard against calls within calls. */
const errors = parseAbi([
  "error InvalidNonce()",
  "error InvalidSigner()",
  "error SignatureExpired(uint256 signatureDeadline)",
  "error Error(string message)",
]);

/** Types that a payer signs. */
const types = {
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

/** A payment as signed. */
export interface Payment {
  readonly owner: LocalAccount;
  readonly token: Address;
  readonly amount: bigint;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly to: Address;
  readonly validAfter: bigint;
}

/** A signed approval (EIP-2612). */
export interface Approval {
  readonly value: bigint;
  readonly deadline: bigint;
  readonly r: Hex;
  readonly s: Hex;
  readonly v: number;
}

/** The fields of a payment that are submitted instead of the signed ones. */
export interface Submission extends Partial<Omit<Payment, "owner" | "token">> {
  readonly owner?: Address;
  readonly signature?: Hex;
}

type Client =
  & TestClient<"anvil", HttpTransport, Chain, Account>
  & PublicActions<HttpTransport, Chain, Account>
  & WalletActions<Chain, Account>;

/** A chain with the spender, Permit2 and two tokens. */
export interface ExactScene extends AsyncDisposable {
  readonly client: Client;
  /** As USDC. */
  readonly cash: Address;
  /** A token with a permit that fails in a configurable way. */
  readonly moody: Address;
}

/** Starts one; without a folder with our double of the spender. */
export async function openExactScene(folder: string | undefined): Promise<ExactScene> {
  const anvil = await startAnvil();
  const client: Client = createTestClient({
    account: privateKeyToAccount(deployerKey),
    chain: foundry,
    mode: "anvil",
    transport: patientHttp(anvil.url),
    pollingInterval: 10,
    cacheTime: 0,
  }).extend(publicActions).extend(walletActions).extend(receiptActions);
  await deployPermit2(client);
  await deployExactTransfers(client, folder);
  const deploy = async (data: Hex) => {
    const hash = await client.sendTransaction({ data });
    return (await client.waitForTransactionReceipt({ hash })).contractAddress!;
  };
  return {
    client,
    cash: await deploy(encodeDeployData({ abi: cashAbi, bytecode: cashBytecode.initCode })),
    moody: await deploy(
      encodeDeployData({ abi: moodyTokenAbi, bytecode: moodyTokenBytecode.initCode }),
    ),
    [Symbol.asyncDispose]: () => anvil[Symbol.asyncDispose](),
  };
}

/** Makes a payer with money, who lets Permit2 take so much, and the payment of a while. */
export async function newPayment(
  { client, cash }: ExactScene,
  { token = cash, allowance = maxUint256, ...changes }: Partial<Payment> & {
    readonly allowance?: bigint;
  } = {},
): Promise<Payment> {
  const owner = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: owner.address, value: 10n ** 18n });
  const mint = await client.writeContract({
    address: token,
    abi: moodyTokenAbi,
    functionName: "mint",
    args: [owner.address, 1000n],
  });
  await client.waitForTransactionReceipt({ hash: mint });
  if (allowance > 0n) {
    const hash = await client.writeContract({
      account: owner,
      address: token,
      abi: erc20Abi,
      functionName: "approve",
      args: [PERMIT2, allowance],
    });
    await client.waitForTransactionReceipt({ hash });
  }
  const { timestamp } = await client.getBlock();
  return {
    owner,
    token,
    amount: AMOUNT,
    nonce: hexToBigInt(toHex(crypto.getRandomValues(new Uint8Array(32)))),
    deadline: timestamp + 1000n,
    to: receiver,
    validAfter: 0n,
    ...changes,
  };
}

/** Signs a payment as its owner. */
export function signPayment(payment: Payment, spender: Address = EXACT_TRANSFERS): Promise<Hex> {
  const { owner, token, amount, nonce, deadline, to, validAfter } = payment;
  return owner.signTypedData({
    domain: { name: "Permit2", chainId: foundry.id, verifyingContract: PERMIT2 },
    types,
    primaryType: "PermitWitnessTransferFrom",
    message: {
      permitted: { token, amount },
      spender,
      nonce,
      deadline,
      witness: { to, validAfter },
    },
  });
}

/** An approval that every token rejects. */
export const junk: Approval = {
  value: AMOUNT,
  deadline: maxUint256,
  r: zeroHash,
  s: zeroHash,
  v: 27,
};

/** Signs the approval of Permit2 for a payment in the token that is as USDC. */
export async function signApproval({ owner, token, amount, deadline }: Payment): Promise<Approval> {
  const signature = await owner.signTypedData({
    domain: { name: "Cash", version: "2", chainId: foundry.id, verifyingContract: token },
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message: { owner: owner.address, spender: PERMIT2, value: amount, nonce: 0n, deadline },
  });
  const { r, s, yParity } = parseSignature(signature);
  return { value: amount, deadline, r, s, v: yParity + 27 };
}

/** Encodes the call that collects a payment; with an approval, the call that makes it first. */
export async function collection(
  payment: Payment,
  submitted: Submission = {},
  approval?: Approval,
): Promise<Hex> {
  const { token } = payment;
  const { owner, amount, nonce, deadline, to, validAfter, signature } = {
    ...payment,
    owner: payment.owner.address,
    signature: await signPayment(payment),
    ...submitted,
  };
  const args = [
    { permitted: { token, amount }, nonce, deadline },
    owner,
    { to, validAfter },
    signature,
  ] as const;
  return approval === undefined
    ? encodeFunctionData({ abi: exactTransfersAbi, functionName: "settle", args })
    : encodeFunctionData({
      abi: exactTransfersAbi,
      functionName: "settleWithPermit",
      args: [approval, ...args],
    });
}

/**
 * Sends a call to the spender and returns the outcome: the amount received and the events, such as
 * `"10, Settled"`, or the name of the error.
 *
 * @param at timestamp of the block in Unix seconds
 */
export async function outcomeOf(
  { client, cash, moody }: ExactScene,
  data: Hex,
  { at, value = 0n }: { readonly at?: bigint; readonly value?: bigint } = {},
): Promise<string> {
  const held = () =>
    Promise.all(
      [cash, moody].map((address) =>
        client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [receiver] })
      ),
    ).then(([one, other]) => one! + other!);
  const before = await held();
  if (at !== undefined) await client.setNextBlockTimestamp({ timestamp: at });
  const hash = await client.sendTransaction({ to: EXACT_TRANSFERS, data, value, gas: 1_000_000n });
  const { status, logs, blockNumber } = await client.waitForTransactionReceipt({ hash });
  if (status === "success") {
    const events = parseEventLogs({ abi: exactTransfersAbi, logs }).map(({ eventName, args }) => {
      const told = Object.entries(args ?? {}).filter(([name]) => !/^(token|owner)$/.test(name));
      return [eventName, ...told.map(([, argument]) => String(argument))].join(" ");
    });
    return [await held() - before, ...events].join(", ");
  }
  const error = await client.call({ to: EXACT_TRANSFERS, data, value, blockNumber })
    .then(
      () => undefined,
      (error) => error.walk((each: unknown) => each instanceof RpcRequestError),
    );
  const revert = error?.data as Hex | undefined;
  if (revert === undefined || revert === "0x") return "(no reason)";
  const { errorName, args = [] } = decodeErrorResult({
    abi: [...exactTransfersAbi, ...errors],
    data: revert,
  });
  return errorName === "Error" ? String(args[0]) : errorName;
}
