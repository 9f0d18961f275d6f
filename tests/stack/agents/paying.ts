/** A user who grants an agent a budget, tokens to pay with, and a facilitator. @module */
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  erc20Abi,
  type Hex,
  type LocalAccount,
  parseAbi,
  type PublicClient,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { cashAbi } from "../../../contracts/artifacts/test/cash_abi.ts";
import { cashBytecode } from "../../../contracts/artifacts/test/cash_bytecode.ts";
import { deployExactTransfers } from "../../../contracts/testing/exact_transfers.ts";
import { deployPermit2 } from "../../../contracts/testing/permit2.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { NATIVE } from "../../../core/chain/native.ts";
import { agentBudget, type AgentBudgetOptions } from "../../../pay/mod.ts";
import {
  describeGrant,
  type WalletGrantPermissionsResponse,
} from "../../../core/permission/details.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
} from "../../../core/permission/permission.ts";
import { units } from "../../../core/permission/limits/period.ts";
import { createFacilitator, type Facilitator } from "../../../examples/paid-api/facilitator.ts";
import type { Price } from "../../../examples/paid-api/charge.ts";
import { createApi } from "../../../examples/paid-api/server.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { sendCalls, settled, user } from "../support/client.ts";
import { viemChain } from "../support/viem_chain.ts";

/** Receives the payments. */
export const shop: Address = `0x${"5c".repeat(20)}`;

/** Agents, shops and facilitators on a stack. */
export interface PayingScene {
  /** Reads the chain. */
  readonly client: PublicClient;
  /** A token that moves by signed authorizations (EIP-3009). */
  readonly cash: Address;
  /** The facilitator. */
  readonly facilitator: Facilitator;
  /** The facilitator's key. */
  readonly collector: LocalAccount;
  /** Creates a user with a new account who grants a new key a budget. */
  grant(options?: GrantOptions): Promise<Agent>;
  /** Makes tokens. */
  mint(to: Address, amount: bigint): Promise<void>;
  /** Reads a balance of the token. */
  balance(owner: Address): Promise<bigint>;
  /** Serves the example's API; `path` is a page that costs. */
  serve(price?: Partial<Price>): { readonly url: string } & AsyncDisposable;
}

/** A key with a budget. */
export interface Agent {
  readonly privateKey: Hex;
  readonly key: LocalAccount;
  readonly granted: WalletGrantPermissionsResponse;
}

/** Options of a budget. */
export interface GrantOptions extends Partial<Pick<AgentBudgetOptions, "perDay" | "inAll">> {
  /** Wei for the key's gas. Default 1 ether. */
  readonly gas?: bigint;
  /** Tokens of the account. Default 1,000,000. */
  readonly money?: bigint;
}

let users = 7000;

/** Prepares a stack. */
export async function openPayingScene(stack: Stack): Promise<PayingScene> {
  const chain = viemChain(stack);
  const transport = patientHttp(stack.rpcUrl);
  const client = createPublicClient({ chain, transport, pollingInterval: 20 });
  const [collector, deployer] = [generatePrivateKey(), generatePrivateKey()]
    .map((key) => privateKeyToAccount(key)) as [LocalAccount, LocalAccount];
  for (const { address } of [collector, deployer]) await stack.fund(address, 10n ** 20n);
  const wallet = createWalletClient({ account: deployer, chain, transport });
  const hash = await wallet.sendTransaction({
    data: encodeDeployData({ abi: cashAbi, bytecode: cashBytecode.initCode }),
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const cash = contractAddress!;
  await deployPermit2(wallet);
  await deployExactTransfers(wallet);
  const facilitator = createFacilitator({
    chain,
    rpcUrl: stack.rpcUrl,
    account: collector,
    assets: [cash],
    managers: [contracts.permissions],
  });
  const mint = async (to: Address, amount: bigint) => {
    const hash = await wallet.writeContract({
      address: cash,
      abi: parseAbi(["function mint(address to, uint256 amount)"]),
      functionName: "mint",
      args: [to, amount],
    });
    await client.waitForTransactionReceipt({ hash });
  };
  return {
    client,
    cash,
    facilitator,
    collector,
    mint,
    async grant({ gas = 10n ** 18n, money = 1_000_000n, perDay = 1000n, inAll } = {}) {
      const privateKey = generatePrivateKey();
      const key = privateKeyToAccount(privateKey);
      if (gas > 0n) await stack.fund(key.address, gas);
      const who = user(users++);
      await mint(who.account.address, money);
      const start = Number((await client.getBlock()).timestamp);
      const { request } = agentBudget({
        name: "Agent",
        spender: key.address,
        token: cash,
        perDay,
        ...(inAll !== undefined && { inAll }),
        end: new Date(1000 * (start + 30 * 86_400)),
      });
      const permission: Permission = {
        account: who.account.address,
        spender: key.address,
        start,
        end: request.expiry,
        salt: BigInt(users),
        calls: [],
        spends: request.permissions.spends.flatMap(({ token, allowance, unit, cap }) => [
          { token, allowance: BigInt(allowance), unit: units.indexOf(unit), multiplier: 1 },
          ...(cap === undefined ? [] : [{
            token,
            allowance: BigInt(cap),
            unit: units.indexOf("forever"),
            multiplier: 1,
          }]),
        ]),
        watched: [],
      };
      const callData = grantCallData(permission);
      const id = await sendCalls(stack, who, [], { callData, tokens: [cash, NATIVE] });
      const { status } = await settled(stack, id);
      if (status !== 200) throw new Error(`The grant ended with ${status}.`);
      const granted = describeGrant(
        permission,
        permissionId(permission, stack.chainId),
        stack.chainId,
      );
      return { privateKey, key, granted };
    },
    balance: (owner) =>
      client.readContract({
        address: cash,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [owner],
      }),
    serve(price = {}) {
      const api = createApi({
        asset: cash,
        amount: 10n,
        payTo: shop,
        chainId: stack.chainId,
        methods: ["erc7710", "eip3009", "permit2"],
        domain: { name: "Cash", version: "2" },
        facilitatorAddresses: [collector.address],
        ...price,
      }, facilitator);
      api.route("/facilitator", facilitator.app);
      const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, api.fetch);
      return {
        url: `http://127.0.0.1:${server.addr.port}`,
        [Symbol.asyncDispose]: () => server.shutdown(),
      };
    },
  };
}
