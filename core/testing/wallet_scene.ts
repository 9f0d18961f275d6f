/**
 * Creates a `LocalWallet` with an account, and a fake authenticator, service and user.
 *
 * @module
 */
import { AcctError } from "../ground/errors.ts";
import { type Hex, numberToHex, pad } from "viem";
import { encodeTokenData, maxTokenCost, type TokenQuote } from "../../contracts/token_paymaster.ts";
import { factoryCall } from "../account/address.ts";
import { encodeCalls } from "../account/calls.ts";
import { operationHash, toUserOperation } from "../client/prepared_operation.ts";
import { contracts } from "../chain/contracts.ts";
import { feeApproval } from "../fee/token_fee.ts";
import type { PrepareParams, PrepareResult } from "../protocol/service/mod.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";
import type { FeeTokenJson } from "../wire/fees.ts";
import type { OperationJson } from "../wire/values.ts";
import type { PermissionJson } from "../wire/permissions.ts";
import type { DialogRequest } from "../dialog/types.ts";
import type { Wallet } from "../dialog/requests.ts";
import { type Lies, softwareAuthenticator } from "./authenticator.ts";
import {
  chain as bareChain,
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  origin,
  whenSettled,
} from "./local_wallet.ts";

/** A pending request for a batch. */
export type Send = DialogRequest<"wallet_sendCalls">;

/** A connected wallet with its controls. */
export interface Scene extends Behaviour {
  readonly wallet: Wallet;
  readonly account: Hex;
}

/** Controls and records for tests. */
export interface Behaviour {
  readonly prompts: string[];
  readonly log: string[];
  /** Fee token of the last prepare request. */
  asked: string | undefined;
  /** Modifies the service's prepared result. */
  tamper: (result: PrepareResult, params: PrepareParams) => PrepareResult | Promise<PrepareResult>;
  /** Responds to JSON-RPC reads. */
  read: (method: string, params: unknown) => unknown;
  /** Handles `acct_send`. */
  send: (operation: OperationJson) => Promise<{ id: Hex }>;
  /** Permissions stored by the service. */
  permissions: readonly PermissionJson[];
  /** Status of every bundle. */
  status: number;
  /** Receipts of every bundle. */
  receipts: CallsStatusJson["receipts"];
  /** Acts as the user. */
  act: (request: Send) => Promise<unknown>;
  /** The service's clock, in Unix milliseconds. */
  clock: number;
  /** Milliseconds by which the device's clock is ahead of the service's. */
  skew: number;
  /** The device's monotonic clock, in milliseconds. */
  monotonic: number;
  /** Wrong values for the authenticator's responses. */
  readonly lies: Lies;
}

/** Creates a connected wallet with its controls. */
export async function scene(): Promise<Scene> {
  const authenticator = softwareAuthenticator(origin);
  const at: Behaviour = {
    log: [],
    asked: undefined,
    prompts: authenticator.prompts,
    lies: authenticator.lies,
    tamper: (result) => result,
    read: () => "0x",
    send: (operation) => Promise.resolve({ id: operationHash(operation, 1) }),
    status: 200,
    receipts: [],
    permissions: [],
    act: (request) => approveWhenReady(request),
    clock: 1_000_000_000_000,
    skew: 0,
    monotonic: 0,
  };
  const chain = { ...bareChain, feeTokens: [feeToken] };
  const service = localService({
    configuration: () => Promise.resolve({ version: 1, keysUrl: origin, chains: [chain] }),
    chain: (_id, method, params) => Promise.resolve(at.read(method, params)),
    rpc: (method) =>
      method === "wallet_getCallsStatus"
        ? Promise.reject(new AcctError("unknown_bundle"))
        : Promise.resolve(null),
    call(method, params) {
      at.log.push(method);
      if (method === "acct_putCredential") return true;
      if (method === "acct_getPermissions") return at.permissions;
      if (method === "wallet_getCallsStatus") return { status: at.status, receipts: at.receipts };
      if (method === "acct_send") {
        return at.send((params as { operation: OperationJson }).operation);
      }
      const asked = params as PrepareParams;
      at.asked = asked.feeToken;
      return at.tamper(prepared(asked, at.clock, chain), asked);
    },
  });
  const wallet = localWallet(fakeUser((request: Send) => at.act(request)), {
    service,
    ceremony: authenticator,
    now: () => at.clock + at.skew,
    monotonic: () => at.monotonic,
  });
  const account = await connectedAccount(wallet);
  at.prompts.length = 0;
  at.log.length = 0;
  at.receipts = [revokedAll(account)];
  return Object.assign(at, { wallet, account });
}

/** The receipt of an operation that revoked all permissions. */
function revokedAll(account: Hex): NonNullable<CallsStatusJson["receipts"]>[number] {
  const hash = `0x${"e7".repeat(32)}` as const;
  return {
    logs: [{ address: contracts.permissions, data: "0x", topics: [hash, pad(account)] }],
    status: "0x1",
    blockHash: hash,
    blockNumber: "0x1",
    gasUsed: "0x1",
    transactionHash: hash,
  };
}

/** A token that the service accepts for fees. */
export const feeToken: FeeTokenJson = {
  address: `0x${"f0".repeat(20)}`,
  symbol: "TUSD",
  name: "Test Dollar",
  decimals: 6,
  paymaster: `0x${"98".repeat(20)}`,
};

/** Price of the fee token: 2,500 per ether. */
export const tokenPerNative = 2_500_000_000n;

/** Prepares a valid operation with a fee in a token, postpaid by default. */
export function preparedInToken(
  native: PrepareResult,
  params: Pick<PrepareParams, "calls">,
  terms: Partial<TokenQuote> = {},
): PrepareResult {
  const quote: TokenQuote = {
    validAfter: 0,
    validUntil: native.validUntil + 40,
    mode: "postpaid",
    token: feeToken.address,
    tokenPerNative,
    transferGas: 8_000,
    ...terms,
  };
  const operation: OperationJson = {
    ...native.operation,
    paymaster: feeToken.paymaster,
    paymasterVerificationGasLimit: "0x11170",
    paymasterPostOpGasLimit: "0x1adb0",
    paymasterData: encodeTokenData({ ...quote, signature: `0x${"11".repeat(65)}` }),
  };
  const amount = maxTokenCost(toUserOperation(operation), quote.tokenPerNative);
  const { address: token, paymaster } = feeToken;
  const approvals = quote.mode === "prepaid"
    ? []
    : feeApproval({ token, paymaster, amount, reset: false });
  const calls = params.calls.map((call) => ({ ...call, value: BigInt(call.value) }));
  const balance = numberToHex(100_000_000n);
  const [maximum, expected] = [numberToHex(amount), numberToHex(amount / 2n)];
  return {
    ...native,
    operation: { ...operation, callData: encodeCalls([...approvals, ...calls]) },
    feeToken,
    fee: { expected, maximum, balance },
    feeOptions: [
      { token: null, ...native.fee, obstacle: null },
      { token: feeToken, expected, maximum, balance, obstacle: null },
    ],
  };
}

/** Prepares a valid operation. */
export function prepared(
  params: PrepareParams,
  clock: number,
  chain: PrepareResult["chain"],
): PrepareResult {
  const { account } = params;
  const sponsored = params.payFromAccount !== true;
  const operation: OperationJson = {
    sender: account.address,
    nonce: "0x0",
    ...factoryCall({ owners: account.owners, nonce: BigInt(account.nonce) }),
    callData: encodeCalls(params.calls.map((call) => ({ ...call, value: BigInt(call.value) }))),
    callGasLimit: "0x186a0",
    verificationGasLimit: "0x186a0",
    preVerificationGas: "0xc350",
    maxFeePerGas: "0x3b9aca00",
    maxPriorityFeePerGas: "0x1",
    ...(sponsored && {
      paymaster: `0x${"99".repeat(20)}`,
      paymasterVerificationGasLimit: "0x7530",
      paymasterPostOpGasLimit: "0x0",
      paymasterData: "0x1234",
    }),
  };
  const maximum = numberToHex(250_000n * 1_000_000_000n);
  const balance = numberToHex(10n ** 18n);
  const result: PrepareResult = {
    operation,
    chain,
    deployed: false,
    implementation: null,
    sponsor: sponsored ? { name: "Sponsor", domain: null } : null,
    sponsorFailed: null,
    fee: sponsored
      ? { expected: "0x0", maximum: "0x0", balance: "0x0" }
      : { expected: maximum, maximum, balance },
    ...(!sponsored && {
      feeOptions: [
        { token: null, expected: maximum, maximum, balance, obstacle: null },
        {
          token: feeToken,
          expected: "0x1",
          maximum: numberToHex(2_000_000n),
          balance: numberToHex(100_000_000n),
          obstacle: null,
        },
      ],
    }),
    simulation: { status: "success" },
    changes: [],
    tokens: [],
    validUntil: Math.floor(clock / 1000) + 120,
    validFor: 120,
  };
  return !sponsored && params.feeToken?.toLowerCase() === feeToken.address.toLowerCase()
    ? preparedInToken(result, params)
    : result;
}

/** Approves once the preview is settled. */
async function approveWhenReady(request: Send): Promise<unknown> {
  await whenSettled(request);
  return await request.approve({});
}
