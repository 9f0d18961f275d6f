/** Shares fixtures of upgrades: an account on two networks, and the second version on the first. */
import { assertRejects } from "@std/assert";
import { type Address, createPublicClient, pad, type PublicClient, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployOnce } from "../../../contracts/create2.ts";
import { sender } from "../../../contracts/deploy.ts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { secondVersionInitCode } from "../../../contracts/testing/second_version.ts";
import { IMPLEMENTATION_SLOT, readImplementation } from "../../../core/account/code.ts";
import { operationHash } from "../../../core/client/prepared_operation.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { PrepareParams } from "../../../core/protocol/service/mod.ts";
import type { AccountJson, OperationJson } from "../../../core/wire/values.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage, type Page } from "../../conformance/wallet.ts";
import { prepare, send, settled } from "../support/client.ts";
import { operate } from "./operate.ts";
import { ownerOf } from "./owner_changes.ts";

/** An address that recovers accounts. */
export const recoverer = privateKeyToAccount(`0x${"5e".repeat(32)}`);
/** Another address. */
export const friend: Address = `0x${"c7".repeat(20)}`;
/** Code that was never released. */
export const evil: Address = `0x${"e1".repeat(20)}`;

/** A network of the stack. */
export interface Network {
  readonly id: number;
  readonly client: PublicClient;
  /** The code behind the account's proxy. */
  implementation(account: Address): Promise<Address | null>;
  /** Replaces it, as only an owner could. */
  setImplementation(account: Address, to: Address): Promise<void>;
  /** Lets time pass. */
  pass(seconds: number): Promise<void>;
}

/** An account with its page, on two networks. */
export interface Scene extends AsyncDisposable {
  readonly stack: Stack;
  readonly page: Page;
  readonly account: AccountJson;
  readonly first: Network;
  readonly second: Network;
  /** Prepares a sponsored operation of the account's own function or calls, and signs it. */
  sign(what: Pick<PrepareParams, "calls" | "callData">): Promise<OperationJson>;
  /** Sends a signed operation and returns its status. */
  land(operation: OperationJson): Promise<number>;
}

/** Deploys the second version. */
export async function deploySecondVersion(rpcUrl: string): Promise<Address> {
  const client = await sender({ rpcUrl, account: keys.deployer });
  return await deployOnce(client, secondVersionInitCode);
}

/** Creates the account on both networks, with a recovery address. */
export async function scene(): Promise<Scene> {
  const stack = await startStack({ second: true });
  await deploySecondVersion(stack.rpcUrl);
  const page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await operate(page, stack);
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recoverer.address }] });
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const account = { address: address!, owners, nonce };
  const user = ownerOf(page, 0);
  return {
    stack,
    page,
    account,
    first: network(stack.chainId, stack.rpcUrl),
    second: network(stack.second!.id, stack.second!.rpcUrl),
    async sign({ calls, callData }) {
      const url = `${stack.serverUrl}/v1/paymaster/${stack.chainId}`;
      const { operation } = await prepare(stack, { account } as never, calls, {
        parallel: true,
        paymaster: { url },
        ...(callData !== undefined && { callData }),
      });
      const digest = operationHash(operation, stack.chainId);
      return { ...operation, signature: wrapSignature(0, await user.sign(digest)) };
    },
    async land(operation) {
      const { result, error } = await send(stack, { account } as never, operation);
      if (result === undefined) throw new Error(JSON.stringify(error));
      return (await settled(stack, result.id)).status;
    },
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
    },
  };
}

function network(id: number, url: string): Network {
  const client = createPublicClient({ transport: patientHttp(url) });
  const ask = (method: string, params: readonly unknown[]) =>
    client.request({ method, params } as never);
  return {
    id,
    client,
    implementation: async (account) =>
      readImplementation(await ask("eth_getStorageAt", [account, IMPLEMENTATION_SLOT, "latest"])),
    async setImplementation(account, to) {
      await ask("anvil_setStorageAt", [account, IMPLEMENTATION_SLOT, pad(to)]);
    },
    async pass(seconds) {
      await ask("evm_increaseTime", [toHex(seconds)]);
      await ask("evm_mine", []);
    },
  };
}

/** Sends HTTP requests of a page through a function that may alter each answer. */
export function liar(
  serverUrl: string,
  alter: (method: string, params: unknown, result: unknown) => unknown,
): { url: string; [Symbol.asyncDispose](): Promise<void> } {
  const server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = request.method === "POST" ? await request.text() : undefined;
    const headers = new Headers(request.headers);
    headers.delete("host");
    headers.delete("content-length");
    const response = await fetch(`${serverUrl}${pathname}${search}`, {
      method: request.method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    const type = response.headers.get("content-type") ?? "";
    if (text === undefined || !type.includes("json")) return response;
    const asked = JSON.parse(text);
    const answer = await response.json();
    const change = (one: { method: string; params: unknown }, reply: { result?: unknown }) =>
      reply.result === undefined
        ? reply
        : { ...reply, result: alter(one.method, one.params, reply.result) };
    return Response.json(
      Array.isArray(asked)
        ? asked.map((one, index) => change(one, answer[index]))
        : change(asked, answer),
    );
  });
  return {
    url: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Rejects with this cause, or with the user's rejection of a dialog that shows it. */
export async function refused(run: () => Promise<unknown>): Promise<AcctError> {
  const error = await assertRejects(run, AcctError);
  const { cause } = error;
  return error.data.cause === "user_rejected" && cause instanceof AcctError ? cause : error;
}

/** Reads from a network's own node. */
export const readOf = ({ client }: Network) => (method: string, params: readonly unknown[]) =>
  client.request({ method, params } as never) as Promise<unknown>;
