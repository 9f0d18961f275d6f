/** Connects to a chain: its node, its bundler, and the probe of its contracts. @module */
import type { Address, Hex } from "viem";
import { contracts, ENTRY_POINT, implementations, MULTICALL } from "../../core/chain/contracts.ts";
import { isCodeOf } from "../../core/chain/implementation_codes.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { FeeTokenJson } from "../../core/wire/fees.ts";
import { httpBundler } from "./node/http_bundler.ts";
import type { ChainConfig } from "./config.ts";
import { createHeads } from "./node/heads.ts";
import { createNode, isUnreadable, isUnsupported, type Node, NodeError } from "./node/node.ts";
import { createNodes } from "./node/nodes.ts";
import type { Chain, Probe } from "./chain.ts";
import { callsReceiver } from "./receiver_calls.ts";
import { readToken } from "./tokens.ts";
import { monotonic } from "../lib/monotonic.ts";

/** Creates a chain from its configuration without network access. */
export function createChain(config: ChainConfig): Chain {
  const { timeout } = config;
  const urls = [config.rpcUrl, ...config.fallbackRpcUrls ?? []];
  const node = createNodes(urls, { timeout });
  const bundler = typeof config.bundler === "string"
    ? httpBundler(createNode(config.bundler, { name: "bundler", batch: false, timeout }))
    : config.bundler;
  let running: Promise<Probe> | null = null;
  let found: Probed | null = null;
  let newest: Address | null = null;
  const chain: Chain = {
    config,
    id: config.id,
    node,
    reads: createNodes(urls, { batch: false, timeout }),
    passed: createNodes(urls, { batch: false, timeout }),
    heads: createHeads(),
    bundler,
    sponsor: config.sponsor ?? null,
    tokenFees: config.tokenFees ?? null,
    probe() {
      if (found === null || monotonic() >= found.until) {
        running ??= probe(chain).then((probed) => found = probed)
          .finally(() => running = null);
        // An older result remains valid until it is replaced.
        if (found !== null) running.catch(() => {});
      }
      return found === null ? running! : Promise.resolve(found);
    },
    async newest() {
      if (newest !== implementations.at(-1)!.address) newest = await newestOf(node);
      return newest;
    },
    json: () => ({
      id: config.id,
      name: config.name,
      testnet: config.testnet,
      nativeCurrency: config.nativeCurrency,
      ...(config.explorer !== undefined && { explorer: config.explorer }),
      p256: found?.p256 ?? false,
      sponsored: config.sponsor !== undefined,
      ...(found !== null && found.feeTokens.length > 0 && { feeTokens: found.feeTokens }),
    }),
  };
  return chain;
}

/**
 * Rejects fee tokens of the built-in paymaster that call the receiver of its refunds.
 *
 * @throws {AcctError} `chain_unsupported`, naming the token
 */
async function refuseCallingTokens({ node, config }: Chain): Promise<void> {
  await Promise.all((config.tokenFees?.tokens ?? []).map(async ({ address }) => {
    if (!await callsReceiver(node, address)) return;
    throw new AcctError("chain_unsupported", {
      detail: `Chain ${config.id}: the fee token ${address} calls the receivers of transfers ` +
        "(ERC-777, ERC-223). Such a token cannot pay fees: remove it from tokenFees.",
    });
  }));
}

/** Result with the time until which it counts. */
interface Probed extends Probe {
  /** Unix milliseconds. */
  readonly until: number;
}

/** Lifetimes of a result: with clear answers only, and with another one among them. */
const PROBE_TTL_MS = { clear: 10 * 60_000, unclear: 5_000 } as const;

/** Lists the tokens accepted for fees, with their paymasters. */
function takenTokens(
  { tokenFees }: Chain,
): (Pick<FeeTokenJson, "address" | "logoUrl" | "paymaster">)[] {
  return tokenFees?.tokens.map(({ address, logoUrl }) => ({
    address,
    ...(logoUrl !== undefined && { logoUrl }),
    paymaster: tokenFees.paymaster,
  })) ?? [];
}

/** Valid P-256 signature from EIP-7951's test vectors: hash, r, s, x, y. */
const P256_VECTOR: Hex = "0xbb5a52f42f9c9261ed4361f59422a1e30036e7c32b270c8807a419feca605023" +
  "2ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e18" +
  "4cd60b855d442f5b3c7b11eb6c4e0ae7525fe710fab9aa7c77a67f79e6fadd76" +
  "2927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838" +
  "c7787964eaac00e5921fb1498a60f4606766b3d9685001558d1a974e7341513e" as Hex;

/** Finds the newest version of the account's code that is deployed; the first one is required. */
async function newestOf(node: Node): Promise<Address> {
  const codes = await Promise.all(implementations.map(async (each) => {
    const code = await node.request<Hex>("eth_getCode", [each.address, "latest"]);
    return isCodeOf(each, code) ? [each.address] : [];
  }));
  return codes.flat().at(-1) ?? contracts.implementation;
}

async function probe(chain: Chain): Promise<Probed> {
  const { node, config } = chain;
  const code = (address: Address) => node.request<Hex>("eth_getCode", [address, "latest"]);
  // Optional contracts are required only if they are configured.
  const named: (readonly [name: string, address: Address])[] = [
    ...(config.sponsor === undefined ? [] : [["sponsor", config.sponsor.paymaster] as const]),
    ...(config.tokenFees === undefined
      ? []
      : [["token paymaster", config.tokenFees.paymaster] as const]),
    ...[config.sponsor?.vault, config.tokenFees?.vault].flatMap((vault) =>
      vault === undefined ? [] : [["vault", vault] as const]
    ),
  ];
  const [id, p256, simulates, permissions, ...codes] = await Promise.all([
    node.request<Hex>("eth_chainId"),
    node.request<Hex>("eth_call", [{
      to: "0x0000000000000000000000000000000000000100",
      data: P256_VECTOR,
    }, "latest"]),
    node.request("eth_simulateV1", [{ blockStateCalls: [{ calls: [] }] }, "latest"])
      .then(() => true, (error) => {
        if (!(error instanceof NodeError || isUnreadable(error))) throw error;
        // Other errors and unreadable answers do not show whether the method is supported.
        return isUnsupported(error) ? false : null;
      }),
    code(contracts.permissions),
    code(ENTRY_POINT),
    code(contracts.factory),
    code(contracts.implementation),
    code(MULTICALL),
    ...named.map(([, address]) => code(address)),
  ]);
  if (Number(id) !== config.id) {
    throw new AcctError("chain_unsupported", {
      detail: `The node of chain ${config.id} serves chain ${Number(id)}.`,
    });
  }
  const names = ["EntryPoint v0.8", "account factory", "account", "Multicall3"]
    .concat(named.map(([name]) => name));
  const feeTokens = await Promise.all(
    takenTokens(chain).map(async ({ address, logoUrl, ...taker }) => {
      const read = await readToken(chain, address);
      if (read === null) return address;
      // All of these are listed.
      const { listed: _, ...described } = read;
      const logo = logoUrl !== undefined && { logoUrl };
      return { ...described, address: read.address!, ...logo, ...taker };
    }),
  );
  const missing = names.filter((_, index) => codes[index] === "0x")
    .concat(feeTokens.flatMap((each) => typeof each === "string" ? `fee token ${each}` : []));
  if (missing.length > 0) {
    throw new AcctError("chain_unsupported", {
      detail: `Chain ${config.id} lacks: ${missing.join(", ")}.`,
    });
  }
  await refuseCallingTokens(chain);
  return {
    p256: Number(p256) === 1,
    simulates: simulates ?? false,
    until: monotonic() + PROBE_TTL_MS[simulates === null ? "unclear" : "clear"],
    permissions: permissions !== "0x",
    feeTokens: feeTokens.filter((each) => typeof each !== "string"),
  };
}
