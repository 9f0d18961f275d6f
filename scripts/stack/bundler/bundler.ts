/**
 * In-process bundler for development: fast, and strict about EntryPoint v0.8. It does not check for
 * banned opcodes and keeps no reputation, so never expose it.
 *
 * @module
 */
import { type Address, type Hex, hexToBigInt, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { findLanded, type ReceiptJson } from "../../../service/chain/node/events.ts";
import type { Node } from "../../../service/chain/node/node.ts";
import { gasSum, operationHash } from "../../../service/entry_point/codec.ts";
import { type Bundler, bundlerCodes, BundlerError } from "../../../service/chain/node/bundler.ts";
import { checkBundle, handleOpsData } from "./check.ts";
import { estimate } from "./estimate.ts";
import { floorGas, overhead } from "./overhead.ts";
import { bundlerRequest } from "./request.ts";

/** Options of {@linkcode createDevBundler}. */
export interface DevBundlerOptions {
  /** Node with `debug_traceCall`. */
  readonly node: Node;
  /** Chain id. */
  readonly chainId: number;
  /** Key of the account that submits bundles and is refunded. */
  readonly key: Hex;
  /** `deployedBytecode` of EntryPointSimulations. */
  readonly simulationCode: Hex;
}

/** Bundler in this process. */
export interface DevBundler extends Bundler {
  /** Address that submits the bundles. */
  readonly address: Address;
  /** Returns an operation that waits to be bundled, or null. */
  pending(hash: Hex): OperationJson | null;
  /** Resolves when every accepted operation was submitted. */
  idle(): Promise<void>;
}

/** Maximum gas of a transaction (EIP-7825). */
const MAX_TRANSACTION_GAS = 16_777_216n;
/** Operations per bundle. */
const MAX_OPERATIONS = 10;

/** Creates the bundler. */
export function createDevBundler(options: DevBundlerOptions): DevBundler {
  const { node, chainId } = options;
  const account = privateKeyToAccount(options.key);
  const waiting = new Map<Hex, Waiting>();
  /** Number of bundles so far: an operation checked since the last one is not checked again. */
  let bundles = 0;
  let running: Promise<void> | null = null;

  async function send(operation: OperationJson): Promise<Hex> {
    checkFields(operation);
    const hash = operationHash(operation, chainId);
    if (waiting.has(hash)) return hash;
    const refusal = await checkBundle(node, [operation], account.address, bundleGas([operation]));
    if (refusal !== null) throw refusal.error;
    waiting.set(hash, { operation, checked: bundles });
    running ??= drain().finally(() => running = null);
    return hash;
  }

  /**
   * Bundles waiting operations in sequential transactions, so that the sender's nonces never fork.
   */
  async function drain(): Promise<void> {
    // Wait one tick, so that operations that arrive together share a bundle.
    await new Promise((resolve) => setTimeout(resolve, 0));
    while (waiting.size > 0) {
      const bundle = pick(waiting);
      try {
        await submit(bundle);
      } catch {
        // The node is unreachable or refuses. Clients send again, because `knows` returns false.
      }
      for (const [hash] of bundle) waiting.delete(hash);
    }
  }

  async function submit(picked: ReadonlyMap<Hex, Waiting>): Promise<void> {
    const operations = await checked([...picked.values()]);
    if (operations.length === 0) return;
    bundles++;
    const [nonce, block, tip] = await Promise.all([
      node.request<Hex>("eth_getTransactionCount", [account.address, "pending"]),
      node.request<{ baseFeePerGas: Hex }>("eth_getBlockByNumber", ["latest", false]),
      node.request<Hex>("eth_maxPriorityFeePerGas"),
    ]);
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId,
      to: ENTRY_POINT,
      data: handleOpsData(operations, account.address),
      nonce: Number(nonce),
      gas: bundleGas(operations),
      maxFeePerGas: 2n * hexToBigInt(block.baseFeePerGas) + hexToBigInt(tip),
      maxPriorityFeePerGas: hexToBigInt(tip),
    });
    const hash = await node.request<Hex>("eth_sendRawTransaction", [raw]);
    await landed(node, hash);
  }

  /** Removes operations that the EntryPoint would reject now. */
  async function checked(picked: readonly Waiting[]): Promise<OperationJson[]> {
    const operations = picked.map(({ operation }) => operation);
    if (picked.length === 1 && picked[0]?.checked === bundles) return operations;
    while (operations.length > 0) {
      const refusal = await checkBundle(node, operations, account.address, bundleGas(operations));
      if (refusal === null) break;
      operations.splice(refusal.index, 1);
    }
    return operations;
  }

  const bundler: DevBundler = {
    address: account.address,
    estimate: (operation, { balance }) =>
      estimate(node, operation, { balance, simulationCode: options.simulationCode }),
    send,
    pending: (hash) => waiting.get(hash)?.operation ?? null,
    knows: async (hash) => waiting.has(hash) || await findLanded(node, hash, "earliest") !== null,
    request: (method, params) => bundlerRequest({ bundler, node, chainId }, method, params),
    async idle() {
      while (running !== null) await running;
    },
  };
  return bundler;
}

/** Accepted operation that was not submitted yet. */
interface Waiting {
  readonly operation: OperationJson;
  /** Number of bundles when it was checked. */
  readonly checked: number;
}

/** Picks the next operations: one per account, within one transaction's gas. */
function pick(waiting: ReadonlyMap<Hex, Waiting>): Map<Hex, Waiting> {
  const bundle = new Map<Hex, Waiting>();
  const senders = new Set<string>();
  for (const [hash, entry] of waiting) {
    if (bundle.size >= MAX_OPERATIONS) break;
    const sender = entry.operation.sender.toLowerCase();
    if (senders.has(sender)) continue;
    const together = [...bundle.values(), entry].map(({ operation }) => operation);
    if (bundle.size > 0 && rawGas(together) > MAX_TRANSACTION_GAS) continue;
    senders.add(sender);
    bundle.set(hash, entry);
  }
  return bundle;
}

function rawGas(operations: readonly OperationJson[]): bigint {
  // The inner call reserves a 64th (EIP-150), so slightly more than the sum is needed.
  const sum = operations.reduce((all, operation) => all + gasSum(operation), 0n) * 66n / 64n;
  const floor = floorGas(handleOpsData(operations, zeroAddress));
  return (sum > floor ? sum : floor) + 100_000n;
}

function bundleGas(operations: readonly OperationJson[]): bigint {
  const gas = rawGas(operations);
  return gas < MAX_TRANSACTION_GAS ? gas : MAX_TRANSACTION_GAS;
}

/** Waits briefly for a bundle to be mined; a slow chain does not delay the next one. */
async function landed(node: Node, hash: Hex): Promise<void> {
  for (let wait = 2; wait < 500; wait *= 2) {
    const receipt = await node.request<ReceiptJson | null>("eth_getTransactionReceipt", [hash]);
    if (receipt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Refuses invalid fields before asking the chain. */
function checkFields(operation: OperationJson): void {
  const wrong = (text: string) => new BundlerError(bundlerCodes.invalidFields, text);
  if (operation.signature === undefined || operation.signature === "0x") {
    throw wrong("signature is missing");
  }
  if ((operation.factory === undefined) !== (operation.factoryData === undefined)) {
    throw wrong("factory and factoryData belong together");
  }
  if (hexToBigInt(operation.maxPriorityFeePerGas) > hexToBigInt(operation.maxFeePerGas)) {
    throw wrong("maxPriorityFeePerGas exceeds maxFeePerGas");
  }
  const least = overhead(operation, MAX_TRANSACTION_GAS);
  if (hexToBigInt(operation.preVerificationGas) < least) {
    throw wrong(`preVerificationGas is below ${least}`);
  }
  if (gasSum(operation) > MAX_TRANSACTION_GAS) throw wrong("the gas limits exceed a transaction's");
}
