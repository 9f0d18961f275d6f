/**
 * Deploys the targets of drainers, from real bytecode, and executes the victim's signatures.
 *
 * @module
 */
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  numberToHex,
  parseAbi,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { entryPoint } from "../../contracts/addresses.ts";
import { bazaarAbi } from "../../contracts/artifacts/test/bazaar_abi.ts";
import { bazaarBytecode } from "../../contracts/artifacts/test/bazaar_bytecode.ts";
import { cardsBytecode } from "../../contracts/artifacts/test/cards_bytecode.ts";
import { chestBytecode } from "../../contracts/artifacts/test/chest_bytecode.ts";
import { coinBytecode } from "../../contracts/artifacts/test/coin_bytecode.ts";
import { daiBytecode } from "../../contracts/artifacts/test/dai_bytecode.ts";
import { dollarBytecode } from "../../contracts/artifacts/test/dollar_bytecode.ts";
import { marketAbi } from "../../contracts/artifacts/test/market_abi.ts";
import { marketBytecode } from "../../contracts/artifacts/test/market_bytecode.ts";
import { openChestBytecode } from "../../contracts/artifacts/test/open_chest_bytecode.ts";
import { partsBytecode } from "../../contracts/artifacts/test/parts_bytecode.ts";
import { sharesVaultAbi } from "../../contracts/artifacts/test/shares_vault_abi.ts";
import { sharesVaultBytecode } from "../../contracts/artifacts/test/shares_vault_bytecode.ts";
import { deployOnce } from "../../contracts/create2.ts";
import { createPasskey } from "../../contracts/testing/passkey.ts";
import { deployPermit2 } from "../../contracts/testing/permit2.ts";
import { deployPuppet } from "../../contracts/testing/permission.ts";
import {
  createAccount,
  encodeCalls,
  type Stack,
  startStack,
} from "../../contracts/testing/stack.ts";
import { locate, versions } from "../../scripts/tools/mod.ts";

/** A call. */
export interface Made {
  readonly to: Address;
  readonly value?: bigint;
  readonly data: Hex;
}

/** Encodes a call by the function's signature. */
export function encode(signature: string, args: readonly unknown[]): Hex {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
  return encodeFunctionData({ abi, functionName: signature.split("(")[0]!, args });
}

/** Amount of each asset that a victim owns. */
export const HELD = 1_000n;

/** An asset that can be lost. */
export interface Asset {
  readonly name: string;
  /** Contract; `null` for the native currency. */
  readonly contract: Address | null;
  /** Call that reads the remaining amount. */
  readonly read: Made | null;
}

/** Contracts with a victim's assets. */
export interface Scene extends AsyncDisposable {
  readonly chainId: number;
  /** An account of this wallet that makes calls. */
  readonly account: Address;
  /** A key whose signed typed data is submitted: contracts accept it like the account's. */
  readonly signer: ReturnType<typeof privateKeyToAccount>;
  readonly thief: Address;
  readonly at: Readonly<Record<Name, Address>>;
  /** Makes calls of the account in one batch; returns whether they succeeded. */
  act(calls: readonly Made[]): Promise<boolean>;
  /** Sends transactions of the thief; reverted ones change nothing. */
  harvest(calls: readonly Made[]): Promise<void>;
  /** Reads the remaining amount of each asset. */
  measure(victim: Address): Promise<ReadonlyMap<Asset, bigint>>;
  /** Runs a trial, and rolls back its effects. */
  apart<T>(trial: () => Promise<T>): Promise<T>;
}

/** Names of the contracts. */
export type Name = typeof names[number];

const names = [
  "coin",
  "dollar",
  "dai",
  "old",
  "cards",
  "nfts",
  "editions",
  "parts",
  "chest",
  "openChest",
  "signersChest",
  "market",
  "forwarder",
  "bazaar",
  "vault",
  "safe",
  "signersSafe",
  "puppet",
  "permit2",
  "entryPoint",
] as const;

/** Deploys everything and gives both victims an amount of each asset. */
export async function startScene(): Promise<Scene> {
  const stack = await startStack();
  const { client } = stack;
  const account = await createAccount(stack, [createPasskey(77).bytes]);
  const signer = privateKeyToAccount(`0x${"5e".repeat(32)}`);
  const thief = getAddress(`0x${"66".repeat(20)}`);
  // Blocks are mined on requests for receipts; transactions of any sender are accepted.
  await client.request({ method: "anvil_autoImpersonateAccount", params: [true] } as never);
  for (const address of [thief, entryPoint, signer.address]) {
    await client.setBalance({ address, value: 10n ** 20n });
  }
  const at = await deployAll(stack, [account, signer.address]);
  const send = async (from: Address, { to, value = 0n, data }: Made) => {
    const hash = await client.request({
      method: "eth_sendTransaction",
      params: [{ from, to, value: numberToHex(value), data, gas: numberToHex(6_000_000) }],
    } as never) as Hex;
    return (await client.waitForTransactionReceipt({ hash, checkReplacement: false })).status ===
      "success";
  };
  await endow({ stack, at, send, victims: [account, signer.address] });
  const assets = assetsOf(at);
  return {
    chainId: stack.chainId,
    account,
    signer,
    thief,
    at,
    act: (calls) =>
      send(entryPoint, {
        to: account,
        data: encodeCalls(calls.map(({ to, value, data }) => ({
          target: to,
          data,
          ...(value !== undefined && { value }),
        }))),
      }),
    async harvest(calls) {
      for (const call of calls) await send(thief, call);
    },
    async measure(victim) {
      const left = await Promise.all(
        assets(victim).map(async (asset) => {
          if (asset.read === null) {
            return [asset, await client.getBalance({ address: victim })] as const;
          }
          const { data = "0x" } = await client.call(asset.read);
          return [asset, BigInt(data)] as const;
        }),
      );
      return new Map(left);
    },
    async apart(trial) {
      const id = await client.snapshot();
      try {
        return await trial();
      } finally {
        await client.revert({ id });
      }
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/**
 * Lists the assets that a victim can lose; assets in its chest, its Safe and the market are its
 * own.
 */
function assetsOf(at: Scene["at"]): (victim: Address) => readonly Asset[] {
  const byVictim = new Map<Address, readonly Asset[]>();
  const balance = (name: Name, owner: Address, label: string = name): Asset => ({
    name: label,
    contract: at[name],
    read: { to: at[name], data: encode("balanceOf(address)", [owner]) },
  });
  const multi = (name: Name, owner: Address): Asset => ({
    name,
    contract: at[name],
    read: { to: at[name], data: encode("balanceOf(address,uint256)", [owner, 1n]) },
  });
  return (victim) => {
    const known = byVictim.get(victim);
    if (known !== undefined) return known;
    const own = (["coin", "dollar", "dai", "old", "cards", "nfts", "vault", "market"] as const)
      .map((name) => balance(name, victim));
    const held = (["chest", "signersChest", "safe", "signersSafe"] as const)
      .map((name) => balance("coin", at[name], `coin of the ${name}`));
    const all = [
      { name: "ether", contract: null, read: null },
      ...own,
      multi("editions", victim),
      multi("parts", victim),
      ...held,
      {
        name: "deposit",
        contract: entryPoint,
        read: { to: entryPoint, data: encode("balanceOf(address)", [victim]) },
      },
    ];
    byVictim.set(victim, all);
    return all;
  };
}

/** Deploys the contracts: from npm as published there, and with OpenZeppelin's. */
async function deployAll(
  stack: Stack,
  [account, signer]: readonly [Address, Address],
): Promise<Scene["at"]> {
  const { client } = stack;
  const presets = await load();
  let salt = 0;
  const make = (abi: Abi, bytecode: Hex, args: readonly unknown[] = []) =>
    deployOnce(
      client,
      encodeDeployData({ abi, bytecode, args } as never),
      numberToHex(++salt, { size: 32 }),
    );
  const own = ({ initCode }: { readonly initCode: Hex }) => make([], initCode);
  // Presets let their deployer mint: no factory in between.
  const preset = async (name: string, args: readonly unknown[]) => {
    const { abi, bytecode } = presets(name);
    const hash = await client.deployContract({ abi, bytecode, args } as never);
    return getAddress(
      (await client.waitForTransactionReceipt({ hash, checkReplacement: false })).contractAddress!,
    );
  };
  const coin = await own(coinBytecode);
  const proxyOf = (owner: Address, code: Address) => {
    const { abi, bytecode } = presets("ERC1967Proxy");
    return make(abi, bytecode, [code, encode("initialize(address)", [owner])]);
  };
  const chestCode = await own(chestBytecode);
  const { abi: safeAbi, bytecode: safeCode } = presets("Safe");
  const { abi: safeProxyAbi, bytecode: safeProxyCode } = presets("SafeProxy");
  const singleton = await make(safeAbi, safeCode);
  const forwarder = presets("ERC2771Forwarder");
  const forwarderAt = await make(forwarder.abi, forwarder.bytecode, ["Forwarder"]);
  return {
    coin,
    dollar: await own(dollarBytecode),
    dai: await own(daiBytecode),
    old: await preset("ERC20PresetMinterPauser", ["Old", "OLD"]),
    cards: await own(cardsBytecode),
    nfts: await preset("ERC721PresetMinterPauserAutoId", ["Items", "ITEM", "ipfs:"]),
    editions: await preset("ERC1155PresetMinterPauser", ["ipfs:"]),
    parts: await own(partsBytecode),
    chest: await proxyOf(account, chestCode),
    signersChest: await proxyOf(signer, chestCode),
    openChest: await own(openChestBytecode),
    forwarder: forwarderAt,
    market: await make(marketAbi, marketBytecode.initCode, [coin, forwarderAt]),
    bazaar: await make(bazaarAbi, bazaarBytecode.initCode),
    vault: await make(sharesVaultAbi, sharesVaultBytecode.initCode, [coin]),
    safe: await make(safeProxyAbi, safeProxyCode, [singleton]),
    signersSafe: await make(safeProxyAbi, safeProxyCode, [singleton]),
    puppet: await deployPuppet(stack),
    permit2: await deployPermit2(client),
    entryPoint,
  };
}

/** Loads published artifacts. */
async function load(): Promise<(name: string) => { abi: Abi; bytecode: Hex }> {
  const { openzeppelin, openzeppelinPresets, safe } = versions;
  const files: Record<string, string> = {
    ERC1967Proxy: `${openzeppelin}/build/contracts/ERC1967Proxy.json`,
    ERC2771Forwarder: `${openzeppelin}/build/contracts/ERC2771Forwarder.json`,
    Safe: `${safe}/build/artifacts/contracts/Safe.sol/Safe.json`,
    SafeProxy: `${safe}/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json`,
  };
  for (const kind of ["ERC20", "ERC721", "ERC1155"]) {
    const name = `${kind}PresetMinterPauser${kind === "ERC721" ? "AutoId" : ""}`;
    files[name] = `${openzeppelinPresets}/build/contracts/${name}.json`;
  }
  const paths = await locate(Object.values(files));
  const read = new Map(
    await Promise.all(
      Object.entries(files).map(async ([name, file]) =>
        [name, JSON.parse(await Deno.readTextFile(paths[file]!))] as const
      ),
    ),
  );
  return (name) => read.get(name)!;
}

/** Gives each victim assets, some of them lent to a contract. */
async function endow({ stack, at, send, victims }: {
  readonly stack: Stack;
  readonly at: Scene["at"];
  readonly send: (from: Address, call: Made) => Promise<boolean>;
  readonly victims: readonly [Address, Address];
}): Promise<void> {
  const from = stack.client.account.address;
  const must = async (to: Address, signature: string, args: readonly unknown[], value = 0n) => {
    if (!await send(from, { to, value, data: encode(signature, args) })) {
      throw new Error(`${signature} reverted`);
    }
  };
  const mint = "mint(address,uint256)";
  const zero = `0x${"00".repeat(20)}`;
  await must(at.coin, mint, [from, 10n * HELD]);
  for (const spender of [at.vault, at.market]) {
    await must(at.coin, "approve(address,uint256)", [spender, 10n * HELD]);
  }
  for (const [index, victim] of victims.entries()) {
    const safe = index === 0 ? at.safe : at.signersSafe;
    await must(
      safe,
      "setup(address[],uint256,address,bytes,address,address,uint256,address)",
      [[victim], 1n, zero, "0x", zero, zero, 0n, zero],
    );
    await stack.client.setBalance({ address: victim, value: 10n ** 20n });
    for (const name of ["coin", "dollar", "dai", "old"] as const) {
      await must(at[name], mint, [victim, HELD]);
    }
    await must(at.cards, mint, [victim, 2n - BigInt(index)]);
    await must(at.nfts, "mint(address)", [victim]);
    await must(at.editions, "mint(address,uint256,uint256,bytes)", [victim, 1n, HELD, "0x"]);
    await must(at.parts, "mint(address,uint256,uint256)", [victim, 1n, HELD]);
    for (const holder of [index === 0 ? at.chest : at.signersChest, safe]) {
      // A Safe also pays for gas with it.
      await must(at.coin, mint, [holder, holder === safe ? 1_000n * HELD : HELD]);
    }
    await must(at.vault, "deposit(uint256,address)", [HELD, victim]);
    await must(at.market, "depositFor(address,uint256)", [victim, HELD]);
    await must(at.entryPoint, "depositTo(address)", [victim], HELD);
    // Sellers on an exchange have approved it, and traders Permit2.
    const listed = encode("setApprovalForAll(address,bool)", [at.bazaar, true]);
    if (!await send(victim, { to: at.cards, data: listed })) throw new Error("no operator");
    const traded = encode("approve(address,uint256)", [at.permit2, maxUint256]);
    if (!await send(victim, { to: at.coin, data: traded })) throw new Error("no allowance");
  }
}

const zero = `0x${"00".repeat(20)}` as const;

/** Encodes a transaction of a Safe that its only owner sends itself, with its refund. */
export function bySafe(
  owner: Address,
  to: Address,
  data: Hex,
  operation = 0,
  refund: readonly [bigint, bigint, Address, Address] = [0n, 0n, zero, zero],
): Hex {
  const words = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [owner, 0n]);
  return encode(
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
    [to, 0n, data, operation, 0n, ...refund, `${words}01`],
  );
}
