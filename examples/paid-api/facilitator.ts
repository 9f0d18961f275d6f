/**
 * A facilitator of x402: checks payments and collects them, and pays the gas. Version 2, scheme `exact`
 * on one EVM chain, by EIP-3009, Permit2 and ERC-7710.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/exact/scheme_exact_evm.md
 * @module
 */
import { Hono } from "hono";
import {
  type Address,
  BaseError,
  type Chain,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  isAddressEqual,
  type LocalAccount,
  parseEventLogs,
  type TransactionReceipt,
} from "viem";
import { collect, Mismatch } from "./collect.ts";
import { type Collection, facilitatorShape, type Requirements } from "./payment.ts";

/** Options of a facilitator. */
export interface FacilitatorOptions {
  /** The chain. */
  readonly chain: Chain;
  /** JSON-RPC URL of the chain. */
  readonly rpcUrl: string;
  /** The key that pays the gas. */
  readonly account: LocalAccount;
  /** Tokens that are collected; any other contract could burn the key's gas. */
  readonly assets: readonly Address[];
  /** ERC-7710 contracts that payments may use; none if empty. */
  readonly managers: readonly Address[];
}

/** Maximum gas of a payment. */
const MAX_GAS = 1_000_000n;

/** Response to a check. */
export interface Verification {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  readonly payer?: Address;
}

/** Response after a payment is collected, or failed. */
export interface SettlementAnswer {
  readonly success: boolean;
  readonly errorReason?: string;
  readonly transaction: Hex | "";
  readonly network: string;
  readonly payer?: Address;
}

/** A facilitator. */
export interface Facilitator {
  /** Checks a payment: its contents, then on the chain. */
  verify(body: unknown): Promise<Verification>;
  /** Collects a payment. */
  settle(body: unknown): Promise<SettlementAnswer>;
  /** Serves `/supported`, `/verify` and `/settle` to other servers. */
  readonly app: Hono;
}

/** Creates a facilitator. */
export function createFacilitator(options: FacilitatorOptions): Facilitator {
  const { chain, account, assets, managers } = options;
  const network = `eip155:${chain.id}`;
  const transport = http(options.rpcUrl, { timeout: 60_000 });
  const client = createPublicClient({ chain, transport, pollingInterval: 50 });
  const wallet = createWalletClient({ chain, transport, account });

  // Sequential, because each transaction uses the next nonce.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };

  const read = (body: unknown): { collection: Collection; requirements: Requirements } => {
    const { success, data } = facilitatorShape.safeParse(body);
    if (!success) throw new Mismatch("invalid_payload");
    const { paymentPayload: { payload }, paymentRequirements: requirements } = data;
    if (requirements.network !== network) throw new Mismatch("invalid_network");
    if (!assets.some((each) => isAddressEqual(each, requirements.asset))) {
      throw new Mismatch("invalid_asset");
    }
    return { collection: collect(payload, requirements, managers), requirements };
  };
  const simulate = async ({ to, data }: Collection) => {
    await client.call({ account, to, data, gas: MAX_GAS });
  };

  const verify = async (body: unknown): Promise<Verification> => {
    let payer: Address | undefined;
    try {
      const { collection } = read(body);
      payer = collection.payer;
      await simulate(collection);
      return { isValid: true, payer };
    } catch (error) {
      return { isValid: false, invalidReason: reasonOf(error), ...(payer && { payer }) };
    }
  };
  const settle = (body: unknown) =>
    inTurn(async (): Promise<SettlementAnswer> => {
      let payer: Address | undefined;
      let transaction: Hex | "" = "";
      try {
        const { collection, requirements } = read(body);
        const { to, data } = collection;
        payer = collection.payer;
        await simulate(collection);
        transaction = await wallet.sendTransaction({ to, data, gas: MAX_GAS });
        const receipt = await client.waitForTransactionReceipt({ hash: transaction });
        if (!isPaid(receipt, payer, requirements)) throw new Mismatch("invalid_transaction_state");
        return { success: true, transaction, network, payer };
      } catch (error) {
        const errorReason = reasonOf(error);
        return { success: false, errorReason, transaction, network, ...(payer && { payer }) };
      }
    });

  const app = new Hono();
  const extra = { facilitatorAddresses: [account.address] };
  app.get("/supported", (context) =>
    context.json({
      kinds: [{ x402Version: 2, scheme: "exact", network, extra }],
      extensions: [],
      signers: { "eip155:*": [account.address] },
    }));
  app.post("/verify", async (context) => context.json(await verify(await context.req.json())));
  app.post("/settle", async (context) => context.json(await settle(await context.req.json())));
  return { verify, settle, app };
}

/** Checks that a transaction moved the tokens: a contract's own claim does not count. */
function isPaid(
  { status, logs }: TransactionReceipt,
  payer: Address,
  { asset, payTo, amount }: Requirements,
): boolean {
  return status === "success" &&
    parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs }).some(({ address, args }) =>
      isAddressEqual(address, asset) && isAddressEqual(args.from, payer) &&
      isAddressEqual(args.to, payTo) && args.value === amount
    );
}

function reasonOf(error: unknown): string {
  if (error instanceof Mismatch) return error.reason;
  return error instanceof BaseError ? "invalid_transaction_state" : "unexpected_settle_error";
}
