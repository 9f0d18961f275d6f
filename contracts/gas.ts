/**
 * Measures the gas of accounts: `deno task --cwd contracts gas` prints the table of the README.
 *
 * Gas of the complete `handleOps` transaction with one operation, paid by the account itself. The
 * receivers exist, the account's nonce is in use, and it has owned the tokens before.
 */
import {
  type Address,
  bytesToHex,
  encodeAbiParameters,
  encodeFunctionData,
  hashMessage,
  hashTypedData,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  slice,
  toPrefixedMessage,
} from "viem";
import { readAssertion } from "../core/account/signature.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { ozAccountAbi } from "./artifacts/test/oz_account_abi.ts";
import { ozFactoryAbi } from "./artifacts/test/oz_factory_abi.ts";
import { ozFactoryBytecode } from "./artifacts/test/oz_factory_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { encodeSponsorData, sponsorHash } from "./paymaster.ts";
import { proxyInitCode } from "./proxy.ts";
import type { Hardfork } from "./testing/anvil.ts";
import { type Bound, bound, encodeBounded } from "./testing/bounds.ts";
import { createPasskey, type Owner, type Passkey, wrapSignature } from "./testing/passkey.ts";
import {
  accountAddress,
  type Call,
  deployment,
  encodeCalls,
  fund,
  handleOps,
  hashOf,
  type Operation,
  prepare,
  type Stack,
  startStack,
} from "./testing/stack.ts";
import { mint, tokenData } from "./testing/token.ts";
import { encodeTokenData, type TokenMode, tokenQuoteHash } from "./token_paymaster.ts";
import { measureChanges, measureCreations } from "./owner_gas.ts";

/** Gas by measurement. */
export type GasTable = Record<
  "first operation" | "ether transfer" | "token transfer" | "batch of three" | "ERC-1271 check",
  number
>;

/** The most gas that operations may cost, with the precompile. */
export const bars: GasTable = {
  "first operation": 300_000,
  "ether transfer": 109_000,
  "token transfer": 116_000,
  "batch of three": 155_000,
  "ERC-1271 check": 26_000,
};

const to: Address = "0x00000000000000000000000000000000000000aa";

/**
 * Realistic limits: the EntryPoint charges for oversized ones, and that charge is unrelated to
 * accounts.
 */
const limits: Partial<Operation> = { callGasLimit: 100_000n, verificationGasLimit: 700_000n };

/** How an account is deployed, called and signed for. */
type AccountSetup = {
  account: Address;
  owner: Owner;
  deployment: Pick<Operation, "factory" | "factoryData">;
  encode(calls: readonly Call[]): Hex;
  /** Wraps an owner's signature in the account's format. */
  wrap(data: Hex): Hex;
  /** Name in the domain that messages are nested in. */
  domainName: string;
};

/** Measures on a new chain. */
export async function measureGas(hardfork: Hardfork = "osaka", kind = ours): Promise<GasTable> {
  await using stack = await startStack(hardfork);
  const setup = await kind(stack, createPasskey(1));
  const { account } = setup;
  const [token] = stack.tokens;
  await fund(stack, account);
  await stack.client.setBalance({ address: to, value: 1n });
  await mint(stack, token, account, 1_000n);
  await mint(stack, token, to, 1n);
  const send = (calls: Call[], changes: Partial<Operation> = {}) =>
    gasOf(stack, setup, calls, { ...limits, ...changes });
  const ether: Call = { target: to, value: 1n };
  const transfer: Call = { target: token, data: tokenData.transfer(to, 1n) };
  const approve: Call = { target: token, data: tokenData.approve(to, 1n) };
  return {
    "first operation": await send([ether], setup.deployment),
    "ether transfer": await send([ether]),
    "token transfer": await send([transfer]),
    "batch of three": await send([transfer, approve, ether]),
    "ERC-1271 check": await messageGas(stack, setup),
  };
}

/** Sets up our account. */
async function ours(stack: Stack, owner: Passkey): Promise<AccountSetup> {
  return {
    account: await accountAddress(stack, [owner.bytes]),
    owner,
    deployment: deployment([owner.bytes]),
    encode: encodeCalls,
    wrap: (data) => wrapSignature(0, data),
    domainName: "Acct",
  };
}

/** Sets up an account built from OpenZeppelin's components. */
export async function openZeppelin(stack: Stack, owner: Passkey): Promise<AccountSetup> {
  const factory = await deployOnce(stack.client, ozFactoryBytecode.initCode);
  const args = [owner.x, owner.y] as const;
  const call = { abi: ozFactoryAbi, functionName: "createAccount", args } as const;
  const { result: account } = await stack.client.simulateContract({ address: factory, ...call });
  return {
    account,
    owner: { bytes: owner.bytes, sign: (digest) => Promise.resolve(reorder(owner.assert(digest))) },
    deployment: { factory, factoryData: encodeFunctionData(call) },
    encode: (calls) => {
      const full = calls.map(({ target, value = 0n, data = "0x" as Hex }) => ({
        target,
        value,
        data,
      }));
      const mode = pad("0x01", { dir: "right" });
      const batch = encodeAbiParameters(batchType, [full]);
      return encodeFunctionData({
        abi: ozAccountAbi,
        functionName: "execute",
        args: [mode, batch],
      });
    },
    wrap: (data) => data,
    domainName: "OzAccount",
  };
}

const batchType = [{
  type: "tuple[]",
  components: [
    { name: "target", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
  ],
}] as const;

/** OpenZeppelin has the same fields in another order, no offset before them, and no key. */
function reorder(data: Hex): Hex {
  const auth = readAssertion(slice(data, 64));
  return encodeAbiParameters(
    parseAbiParameters("bytes32, bytes32, uint256, uint256, bytes, bytes"),
    [
      numberToHex(auth.r, { size: 32 }),
      numberToHex(auth.s, { size: 32 }),
      BigInt(auth.challengeIndex),
      BigInt(auth.typeIndex),
      bytesToHex(auth.authenticatorData),
      bytesToHex(auth.clientDataJSON),
    ],
  );
}

/** Measures an ether transfer paid by the sponsor, then in tokens: prepaid, postpaid. */
export async function measurePaymasters(): Promise<[sponsored: number, number, number]> {
  await using stack = await startStack();
  const { chainId, sponsorSigner, sponsorPaymaster, tokenPaymaster, tokens: [token] } = stack;
  const setup = await ours(stack, createPasskey(1));
  const { account } = setup;
  await fund(stack, account);
  await stack.client.setBalance({ address: to, value: 1n });
  await mint(stack, token, account, 10n ** 12n);
  await mint(stack, token, tokenPaymaster, 1n);
  const approve: Call = { target: token, data: tokenData.approve(tokenPaymaster, 10n ** 12n) };
  await gasOf(stack, setup, [approve], { ...limits, ...setup.deployment });
  const ether: Call = { target: to, value: 1n };
  const window = { validAfter: 0, validUntil: 2 ** 40 };
  const paid = {
    paymasterVerificationGasLimit: 150_000n,
    paymasterPostOpGasLimit: 80_000n,
  };

  const sponsored = await gasOf(stack, setup, [ether], {
    ...limits,
    ...paid,
    paymaster: sponsorPaymaster,
  }, async (operation) => {
    const hash = sponsorHash({ paymaster: sponsorPaymaster, chainId, operation, ...window });
    return encodeSponsorData({ ...window, signature: await sponsorSigner.sign({ hash }) });
  });
  const inTokens = (mode: TokenMode) => {
    const quote = { ...window, mode, token, tokenPerNative: 10n ** 8n, transferGas: 3_600 };
    const changes = { ...limits, ...paid, paymaster: tokenPaymaster };
    return gasOf(stack, setup, [ether], changes, async (operation) => {
      const hash = tokenQuoteHash({ paymaster: tokenPaymaster, chainId, operation, quote });
      return encodeTokenData({ ...quote, signature: await sponsorSigner.sign({ hash }) });
    });
  };
  return [sponsored, await inTokens("prepaid"), await inTokens("postpaid")];
}

/** Gas of bounds, above the same calls without any. */
export type BoundTable = Record<
  "native" | "token that the calls touch" | "other token" | "other token behind a proxy",
  number
>;

/** The most gas that bounds may add. */
export const boundBars: BoundTable = {
  "native": 6_000,
  "token that the calls touch": 5_000,
  "other token": 9_000,
  "other token behind a proxy": 14_000,
};

/** Measures the additional cost of bounds for a transfer of ether and of tokens. */
export async function measureBounds(): Promise<BoundTable> {
  await using stack = await startStack();
  const setup = await ours(stack, createPasskey(1));
  const { account } = setup;
  const [token, other] = stack.tokens;
  const proxied = await deployOnce(stack.client, proxyInitCode(token));
  await fund(stack, account);
  await stack.client.setBalance({ address: to, value: 1n });
  for (const asset of [token, other, proxied]) {
    await mint(stack, asset, account, 10n ** 9n);
    await mint(stack, asset, to, 1n);
  }
  await gasOf(stack, setup, [{ target: to, value: 1n }], { ...limits, ...setup.deployment });
  const ether: Call = { target: to, value: 1n };
  const transfer: Call = { target: token, data: tokenData.transfer(to, 1n) };
  const send = (calls: Call[], bounds?: Bound[]) =>
    gasOf(
      stack,
      bounds === undefined ? setup : { ...setup, encode: (all) => encodeBounded(all, bounds) },
      calls,
      limits,
    );
  const most = (asset: Address) => bound("erc20", 123_456_789n, { asset });
  const plain = await send([ether]);
  // The function itself is paid for with the first bound.
  const native = await send([transfer], [bound("native", 10n ** 16n)]);
  return {
    "native": await send([ether], [bound("native", 10n ** 16n)]) - plain,
    "token that the calls touch":
      await send([transfer], [bound("native", 10n ** 16n), most(token)]) - native,
    "other token": await send([transfer], [bound("native", 10n ** 16n), most(other)]) - native,
    "other token behind a proxy":
      await send([transfer], [bound("native", 10n ** 16n), most(proxied)]) - native,
  };
}

async function gasOf(
  stack: Stack,
  { account, owner, encode, wrap }: AccountSetup,
  calls: Call[],
  changes: Partial<Operation>,
  paymasterData?: (operation: Operation) => Promise<Hex>,
): Promise<number> {
  const draft = await prepare(stack, account, encode(calls), changes);
  const operation = paymasterData === undefined
    ? draft
    : { ...draft, paymasterData: await paymasterData(draft) };
  const signature = wrap(await owner.sign(hashOf(stack, operation)));
  const [outcome] = await handleOps(stack, { ...operation, signature });
  if (!outcome!.success) throw new Error("the operation failed");
  return Number(outcome!.gasUsed);
}

/** Measures execution only: the cost for a contract that calls the account. */
async function messageGas(stack: Stack, setup: AccountSetup): Promise<number> {
  const { account, owner, wrap, domainName } = setup;
  const message = "hello";
  const digest = hashTypedData({
    domain: {
      name: domainName,
      version: "1",
      chainId: stack.chainId,
      verifyingContract: account,
    },
    types: { PersonalSign: [{ name: "prefixed", type: "bytes" }] },
    primaryType: "PersonalSign",
    message: { prefixed: toPrefixedMessage(message) },
  });
  const signature = wrap(await owner.sign(digest));
  const call = {
    address: account,
    abi: acctAbi,
    functionName: "isValidSignature",
    args: [hashMessage(message), signature],
  } as const;
  if (await stack.client.readContract(call) !== "0x1626ba7e") throw new Error("refused");
  const data = encodeFunctionData(call);
  const gas = await stack.client.estimateGas({ to: account, data });
  const intrinsic = 21_000 + data.slice(2).match(/../g)!
    .reduce((sum, byte) => sum + (byte === "00" ? 4 : 16), 0);
  return Number(gas) - intrinsic;
}

if (import.meta.main) {
  const [native, solidity, theirs] = [
    await measureGas(),
    await measureGas("prague"),
    await measureGas("osaka", openZeppelin),
  ];
  console.log("| | With precompile | Without | OpenZeppelin components | Bar |");
  console.log("|---|---:|---:|---:|---:|");
  for (const name of Object.keys(bars) as (keyof GasTable)[]) {
    const row = [native, solidity, theirs, bars].map((table) => table[name].toLocaleString("en"));
    console.log(`| ${name} | ${row.join(" | ")} |`);
  }
  console.log("bounds", await measureBounds());
  console.log("owner changes", await measureChanges([1, 2, 4, 8, 14]));
  console.log("creations", await measureCreations());
  console.log("ether transfer: sponsored, prepaid, postpaid", ...await measurePaymasters());
}
