/**
 * An external token paymaster: a contract of its own, with a signer of its own, behind an HTTP
 * service that speaks `pimlico_getTokenQuotes` and ERC-7677. It can be made to lie.
 *
 * @module
 */
import { type Address, type Hex, numberToHex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { deploy } from "../../contracts/deploy.ts";
import { deployerKey } from "../../contracts/testing/stack.ts";
import {
  encodeTokenData,
  type TokenQuote,
  tokenQuoteHash,
  tokenStubData,
} from "../../contracts/token_paymaster.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { ExternalTokenFeesConfig } from "../../service/chain/config.ts";
import { toOperation } from "../../service/entry_point/codec.ts";

/** A quote. */
export interface QuoteJson {
  readonly paymaster: Address;
  readonly token: Address;
  readonly postOpGas: Hex;
  readonly exchangeRate: Hex;
}

/** Responses of ERC-7677's methods. */
export interface DataJson {
  readonly paymaster: Address;
  readonly paymasterData: Hex;
  readonly paymasterVerificationGasLimit?: Hex;
  readonly paymasterPostOpGasLimit?: Hex;
}

/** Its behaviour; everything that is left out is honest. */
export interface Behaviour {
  /** Answers instead of it. */
  readonly answer?: (method: string) => Promise<Response> | Response | undefined;
  readonly quotes?: (quotes: QuoteJson[]) => unknown;
  readonly stub?: (data: DataJson) => unknown;
  readonly final?: (data: DataJson) => unknown;
  /** Settings of its contract. */
  readonly terms?: Partial<TokenQuote>;
  /** Whole tokens for an ether, instead of 3,000. */
  readonly rate?: bigint;
}

/** The service. */
export interface TokenService extends AsyncDisposable {
  readonly paymaster: Address;
  readonly config: ExternalTokenFeesConfig;
  /** Methods that were asked, in order. */
  readonly asked: string[];
  behaviour: Behaviour;
}

/** Gas that it adds to its maximum: more than its contract charges, as others do. */
const postOpGas = 56_000;

/** Deploys the contract and starts the service. */
export async function startTokenService(
  rpcUrl: string,
  tokens: readonly { readonly address: Address; readonly decimals: number }[],
): Promise<TokenService> {
  const owner = privateKeyToAccount(deployerKey);
  const signer = privateKeyToAccount(generatePrivateKey());
  const { tokenPaymaster, chainId } = await deploy({
    rpcUrl,
    account: owner,
    tokenPaymaster: {
      owner: owner.address,
      signer: signer.address,
      deposit: parseEther("10"),
      stake: parseEther("1"),
      postpaidCap: parseEther("1"),
    },
  });
  const paymaster = tokenPaymaster!;

  function rateOf(token: Address): bigint {
    const { decimals } = tokens.find(({ address }) => address === token)!;
    return (service.behaviour.rate ?? 3_000n) * 10n ** BigInt(decimals);
  }

  function termsOf(token: Address): TokenQuote {
    const { terms } = service.behaviour;
    const tokenPerNative = rateOf(token);
    const validUntil = Math.floor(Date.now() / 1000) + 300;
    const charge = { mode: "postpaid", token, tokenPerNative, transferGas: 8_000 } as const;
    return { validAfter: 0, validUntil, ...charge, ...terms };
  }

  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    pimlico_getTokenQuotes(params) {
      const [{ tokens: asked }, , chain] = params as [{ tokens: Address[] }, Hex, Hex];
      if (Number(chain) !== chainId) throw new Error("an unknown chain");
      const { quotes } = service.behaviour;
      const honest = asked.map((token) => ({
        paymaster,
        token,
        postOpGas: numberToHex(postOpGas),
        exchangeRate: numberToHex(rateOf(token)),
        exchangeRateNativeToUsd: "0xe9e52828",
        balanceSlot: "0x0",
        allowanceSlot: "0x1",
      }));
      return { quotes: quotes?.(honest) ?? honest };
    },
    pm_getPaymasterStubData(params) {
      const [, , , { token }] = params as Params;
      const honest: DataJson = {
        paymaster,
        paymasterData: tokenStubData(termsOf(token)),
        paymasterVerificationGasLimit: numberToHex(70_000),
        paymasterPostOpGasLimit: numberToHex(110_000),
      };
      return service.behaviour.stub?.(honest) ?? honest;
    },
    async pm_getPaymasterData(params) {
      const [operation, , , { token }] = params as Params;
      const quote = termsOf(token);
      const hash = tokenQuoteHash({ paymaster, chainId, operation: toOperation(operation), quote });
      const signature = await signer.sign({ hash });
      const honest: DataJson = {
        paymaster,
        paymasterData: encodeTokenData({ ...quote, signature }),
      };
      return service.behaviour.final?.(honest) ?? honest;
    },
  };

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { id, method, params } = await request.json();
      service.asked.push(method);
      const instead = await service.behaviour.answer?.(method);
      if (instead !== undefined) return instead;
      try {
        return Response.json({
          jsonrpc: "2.0",
          id,
          result: await methods[method]?.(params),
        });
      } catch (error) {
        return Response.json({ jsonrpc: "2.0", id, error: { code: -32000, message: `${error}` } });
      }
    },
  );
  const service: TokenService = {
    paymaster,
    asked: [],
    behaviour: {},
    config: {
      url: `http://localhost:${server.addr.port}/rpc?apikey=secret`,
      paymaster,
      tokens: tokens.map(({ address }) => ({
        address,
        price: { kind: "fixed", tokenPerNative: "2900" },
        margin: 1_000,
      })),
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return service;
}

type Params = [OperationJson, Address, Hex, { token: Address }];
