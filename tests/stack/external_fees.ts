/** A stack whose service takes fees for an external paymaster too. @module */
import type { Hex } from "viem";
import { oddTokenBytecode } from "../../contracts/artifacts/test/odd_token_bytecode.ts";
import { deployOnce } from "../../contracts/create2.ts";
import { sender } from "../../contracts/deploy.ts";
import { deployerKey } from "../../contracts/testing/stack.ts";
import type { FeeOptionJson, PrepareResult } from "../../core/protocol/service/mod.ts";
import { createExternalFees } from "../../service/payment/tokens/external.ts";
import type { Stack } from "../../scripts/stack/mod.ts";
import { startTestStack } from "./start.ts";
import { coin, odd } from "./token_fees.ts";
import { startTokenService, type TokenService } from "./token_service.ts";

/** 100 of a token with 18 decimals. */
export const hundred = 10n ** 20n;
/** An address without a key. */
export const other = "0x00000000000000000000000000000000000000cc";

/** The stack and the other service. */
export interface World extends AsyncDisposable {
  readonly stack: Stack;
  readonly service: TokenService;
  /** Why the service's word was not taken, as the operator reads it. */
  readonly reasons: readonly string[];
  /** Forgets what the other service said before. */
  forget(): void;
}

/** Starts both; the other service takes the coin and the odd token. */
export async function startWorld(): Promise<World> {
  const scope = new AsyncDisposableStack();
  let service: TokenService | undefined;
  const stack = scope.use(
    await startTestStack({
      externalTokenFees: async (rpcUrl) => {
        const client = await sender({ rpcUrl, account: deployerKey });
        await deployOnce(client, oddTokenBytecode.initCode);
        service = scope.use(
          await startTokenService(rpcUrl, [
            { address: coin, decimals: 18 },
            { address: odd, decimals: 6 },
          ]),
        );
        return [service.config];
      },
    }),
  );
  const reasons: string[] = [];
  const forget = () => {
    const externalFees = createExternalFees(
      { ownHosts: [], loopback: true },
      (_level, event, fields) => reasons.push(`${event} ${fields?.domain}: ${fields?.reason}`),
    );
    reasons.length = 0;
    Object.assign(stack.service.context, { externalFees });
  };
  forget();
  return {
    stack,
    service: service!,
    reasons,
    forget,
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  };
}

/** One of the choices that were prepared. */
export function optionOf({ feeOptions }: PrepareResult, token: Hex): FeeOptionJson {
  return feeOptions!.find((option) => option.token?.address === token)!;
}
