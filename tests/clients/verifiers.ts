/**
 * Checks an account's signatures and passkeys with the packages that sites use for this, and prints
 * the results. Before its first transaction an account has no code.
 *
 * @module
 */
import { createPublicClient, http, stringToHex } from "viem";
import type { CreateOptions, GetOptions } from "../../core/passkey/browser/ceremony.ts";
import { softwareAuthenticator } from "../../core/testing/authenticator.ts";
import type { Address, Hex } from "../../core/lib/hex.ts";
import { openPage, origin } from "../conformance/wallet.ts";
import { ANSWER } from "./device.ts";
import { readFailure } from "./libraries.ts";
import { load } from "./versions.ts";
import { type Ceremonies, type Created, type Got, verifyCeremonies } from "./web_authn.ts";

/** Results of the packages. */
export interface Verified {
  readonly account: Address;
  /** By `siwe`: on chain, changed, for another nonce, by another's signature. */
  readonly siwe: readonly boolean[];
  /** By `permissionless`: deployed, with signatures of its owner. */
  readonly permissionless: readonly {
    readonly deployed: boolean;
    readonly address: Address;
    readonly signature: Hex;
  }[];
  /** By `@simplewebauthn/server`. */
  readonly ceremonies: Ceremonies;
}

/** Message that the account signs. */
export const MESSAGE = "hello, verifiers";

if (import.meta.main) await verify();

async function verify(): Promise<void> {
  const stack = JSON.parse(Deno.args[0]!);
  const created: Created[] = [];
  const got: Got[] = [];
  const ceremony = softwareAuthenticator(origin);
  const recording = {
    ...ceremony,
    async create(options: CreateOptions) {
      const response = await ceremony.create(options);
      created.push({ options, response });
      return response;
    },
    async get(options: GetOptions) {
      const response = await ceremony.get(options);
      got.push({ options, response });
      return response;
    },
  };
  await using page = openPage(stack, { ceremony: recording });
  const { provider } = page;
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  const client = createPublicClient({ transport: http(stack.rpcUrl), pollingInterval: 50 });

  const { toOwner, isSmartAccountDeployed } = await load<Permissionless>("permissionless");
  const owner = await toOwner({ owner: provider });
  const ask = async () => ({
    deployed: await isSmartAccountDeployed(client, account!),
    address: owner.address,
    signature: await owner.signMessage({ message: MESSAGE }),
  });
  const permissionless = [await ask()];
  const hash = await provider.request({
    method: "eth_sendTransaction",
    params: [{ from: account!, to: `0x${"a9".repeat(20)}` }],
  });
  await client.waitForTransactionReceipt({ hash, checkReplacement: false });
  permissionless.push(await ask());

  const siwe = await signIn(
    account!,
    (message) => provider.request({ method: "personal_sign", params: [message, account!] }),
    stack.rpcUrl,
  );
  const ceremonies = await verifyCeremonies(created, got, origin);
  const verified: Verified = { account: account!, siwe, permissionless, ceremonies };
  console.log(ANSWER + JSON.stringify(verified));
}

/** Signs in with a message of `siwe`, and lets it verify that message and invalid ones. */
async function signIn(
  address: Address,
  sign: (message: Hex) => Promise<Hex>,
  rpcUrl: string,
): Promise<boolean[]> {
  const { SiweMessage, generateNonce } = await load<Siwe>("siwe");
  const { JsonRpcProvider } = await load<Ethers>("ethers");
  const provider = new JsonRpcProvider(rpcUrl);
  const nonce = generateNonce();
  const { host: domain } = new URL(origin);
  const fields = { domain, address, uri: origin, version: "1", chainId: 31337, nonce };
  const asked = new SiweMessage({ ...fields, statement: "Sign in." });
  const text = asked.prepareMessage();
  const signature = await sign(stringToHex(text));
  const says = async (message: SiweMessage, given: { nonce?: string; signature?: Hex } = {}) => {
    const verified = await message.verify(
      { signature, domain, nonce, ...given },
      { provider, suppressExceptions: true },
    ).catch((error) => {
      throw new Error(readFailure(error).text);
    });
    return verified.success;
  };
  const results = [
    await says(new SiweMessage(text)),
    await says(new SiweMessage({ ...fields, statement: "Pay." })),
    await says(new SiweMessage(text), { nonce: generateNonce() }),
    await says(new SiweMessage(text), { signature: await sign(`0x${"00".repeat(32)}`) }),
  ];
  provider.destroy();
  return results;
}

/** The part of permissionless that is used here. */
interface Permissionless {
  toOwner(options: { readonly owner: unknown }): Promise<{
    readonly address: Address;
    signMessage(options: { readonly message: string }): Promise<Hex>;
  }>;
  isSmartAccountDeployed(client: unknown, address: Address): Promise<boolean>;
}

/** The part of siwe that is used here. */
interface Siwe {
  readonly SiweMessage: new (message: string | object) => SiweMessage;
  generateNonce(): string;
}
interface SiweMessage {
  prepareMessage(): string;
  verify(
    params: { readonly signature: Hex; readonly domain: string; readonly nonce: string },
    options: { readonly provider: unknown; readonly suppressExceptions: boolean },
  ): Promise<{ readonly success: boolean }>;
}

/** The part of ethers that is used here. */
interface Ethers {
  readonly JsonRpcProvider: new (url: string) => { destroy(): void };
}
