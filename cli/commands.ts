/** The commands. @module */
import { readFileSync } from "node:fs";
import { Acct, type AcctInstance } from "@sdk/core/acct";
import { openSessionKey, type SessionKey } from "@sdk/core/session_key";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  isAddress,
  isAddressEqual,
  numberToHex,
  parseUnits,
  stringToHex,
} from "viem";
import type { Folder, Settings } from "./folder.ts";
import { terminalLink } from "./terminal.ts";

/** Options of all commands. */
export interface Options {
  readonly folder: Folder;
  readonly apiKey?: string | undefined;
  readonly name?: string | undefined;
  readonly amount?: string | undefined;
  readonly token?: string | undefined;
  readonly calls?: string | undefined;
  readonly per?: string | undefined;
  readonly days?: string | undefined;
  readonly chain?: number | undefined;
  readonly paymaster?: string | undefined;
  readonly server?: string | undefined;
  readonly wallet?: string | undefined;
  readonly ownKey?: boolean;
}

/** Result of a command: for scripts, and for the user. */
export interface Output {
  readonly value: unknown;
  readonly lines: readonly string[];
}

/** A command with its positional arguments. */
type Command = (options: Options, args: readonly string[]) => Promise<Output>;

/** A call to send. */
interface Call {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

/** The commands by name. */
export const commands = {
  connect,
  accounts,
  balance,
  send,
  sign,
  grant,
  permissions,
  revoke,
  status,
  disconnect,
} satisfies Record<string, Command>;

async function connect(options: Options): Promise<Output> {
  const { folder } = options;
  const known = folder.settings();
  const apiKey = options.apiKey ?? known?.apiKey;
  if (apiKey === undefined) throw new Error("connect needs --api-key, or ACCT_API_KEY.");
  const settings: Settings = {
    apiKey,
    name: options.name ?? known?.name ?? "Terminal",
    ...defined({
      chainId: options.chain ?? known?.chainId,
      serverUrl: options.server ?? known?.serverUrl,
      keysUrl: options.wallet ?? known?.keysUrl,
    }),
  };
  folder.setSettings(settings);
  const { provider } = open(options);
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  return { value: { account }, lines: [`Connected to ${account}`] };
}

async function accounts(options: Options): Promise<Output> {
  const { account } = await session(options);
  return { value: { accounts: [account] }, lines: [account] };
}

async function balance(options: Options): Promise<Output> {
  const { provider, account } = await session(options);
  const chainFilter = options.chain === undefined ? undefined : [numberToHex(options.chain)];
  const assets = await provider.request({
    method: "wallet_getAssets",
    params: [{ account, ...defined({ chainFilter }) }],
  });
  const lines = Object.entries(assets).flatMap(([chainId, list]) =>
    list.map(({ balance, metadata }) => {
      const amount = formatUnits(BigInt(balance), metadata?.decimals ?? 0);
      return `${amount} ${metadata?.symbol ?? "?"} (chain ${Number(chainId)})`;
    })
  );
  return { value: assets, lines: lines.length === 0 ? ["No tokens"] : lines };
}

async function send(options: Options, [to]: readonly string[]): Promise<Output> {
  const { provider, account, chainId } = await session(options);
  const calls = options.calls === undefined
    ? [await transferOf(provider, options, to)]
    : readCalls(options.calls);
  if (options.ownKey) {
    const key = await ownKey(options, chainId);
    // Permissions of an account that was connected before are kept, and are not used for this one.
    const granted = options.folder.grants().find((each) =>
      isAddressEqual(each.account, account) && Number(each.chainId) === chainId &&
      each.end * 1_000 > Date.now()
    );
    if (granted === undefined) throw new Error("This device has no permission. Run: acct grant");
    const { id } = await key.send(granted, calls);
    return { value: { id }, lines: [id] };
  }
  const { id } = await provider.request({
    method: "wallet_sendCalls",
    params: [{
      chainId: numberToHex(chainId),
      calls: calls.map(({ to, value, data }) => ({ to, value: numberToHex(value), data })),
      ...sponsoredBy(options),
    }],
  });
  return { value: { id }, lines: [id] };
}

async function sign(options: Options, [text]: readonly string[]): Promise<Output> {
  if (text === undefined) throw new Error("sign needs a text.");
  const { provider, account } = await session(options);
  const signature = await provider.request({
    method: "personal_sign",
    params: [stringToHex(text), account],
  });
  return { value: { signature }, lines: [signature] };
}

async function grant(options: Options): Promise<Output> {
  const { provider, chainId } = await session(options);
  const { folder, per = "day", days = "30" } = options;
  const token = readAddress("--token", options.token);
  const unit = units.find((each) => each === per);
  if (unit === undefined) throw new Error(`--per must be one of ${units.join(", ")}.`);
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new Error("--days must be a whole number.");
  const key = await ownKey(options, chainId);
  const amount = await readAmount(provider, options.amount, token);
  const granted = await provider.request({
    method: "wallet_grantPermissions",
    params: [{
      spender: key.address,
      expiry: Math.floor(Date.now() / 1_000) + 86_400 * Number(days),
      permissions: {
        calls: [{ target: token, functionSignature: "transfer(address,uint256)" }],
        spends: [{ token, allowance: amount.toString(), unit }],
      },
      chainId: numberToHex(chainId),
      ...sponsoredBy(options),
    }],
  });
  folder.setGrants([granted, ...folder.grants()]);
  return { value: granted, lines: [granted.permissionId] };
}

async function permissions(options: Options): Promise<Output> {
  const { provider, account } = await session(options);
  const permissions = await provider.request({
    method: "wallet_getPermissions",
    params: [{ address: account }],
  });
  const lines = permissions.map(({ permissionId, spender, end }) =>
    `${permissionId} ${spender} until ${new Date(end * 1_000).toISOString()}`
  );
  return { value: { permissions }, lines: lines.length === 0 ? ["No permissions"] : lines };
}

async function revoke(options: Options, [id]: readonly string[]): Promise<Output> {
  if (id === undefined) throw new Error("revoke needs the id of a permission.");
  const { provider } = await session(options);
  const { folder } = options;
  await provider.request({
    method: "wallet_revokePermissions",
    params: [{ id: id as Hex, ...sponsoredBy(options) }],
  });
  folder.setGrants(folder.grants().filter(({ permissionId }) => permissionId !== id));
  return { value: { revoked: id }, lines: [`${id} is revoked`] };
}

async function status(options: Options, [id]: readonly string[]): Promise<Output> {
  if (id === undefined) throw new Error("status needs the id of a bundle.");
  const { provider } = await session(options);
  const found = await provider.request({ method: "wallet_getCallsStatus", params: [id as Hex] });
  const hash = found.receipts?.at(-1)?.transactionHash;
  return { value: found, lines: [`${found.status} ${hash ?? ""}`.trim()] };
}

async function disconnect(options: Options): Promise<Output> {
  if (options.folder.settings() !== null) await open(options).disconnect();
  options.folder.forget();
  return { value: { disconnected: true }, lines: ["Disconnected"] };
}

const units = ["minute", "hour", "day", "week", "month", "year"] as const;

/** Opens the wallet with the stored settings. */
function open({ folder, chain, paymaster }: Options): AcctInstance {
  const settings = folder.settings();
  if (settings === null) throw new Error("Not connected. Run: acct connect --api-key KEY");
  const { apiKey, name, chainId, serverUrl, keysUrl } = settings;
  const defaultChainId = chain ?? chainId;
  const options: Parameters<typeof Acct.create>[0] = {
    apiKey,
    appName: name,
    ...defined({ defaultChainId }),
    ...(paymaster !== undefined && defaultChainId !== undefined && {
      paymasters: { [defaultChainId]: { url: paymaster } },
    }),
    preference: {
      transport: "link",
      sessionStorage: folder.session,
      onLink: terminalLink(),
      // A chain that was named explicitly can be a test network.
      ...(defaultChainId !== undefined && { showTestnets: true }),
      ...defined({ serverUrl, keysUrl }),
    },
  };
  return Acct.create(options);
}

/** Opens the session. */
async function session(options: Options): Promise<{
  readonly provider: AcctInstance["provider"];
  readonly account: Address;
  readonly chainId: number;
}> {
  const { provider } = open(options);
  const [account] = await provider.request({ method: "eth_accounts" });
  if (account === undefined) throw new Error("Not connected. Run: acct connect");
  const chainId = options.chain ?? Number(await provider.request({ method: "eth_chainId" }));
  return { provider, account, chainId };
}

/** Opens the key of this device. */
async function ownKey({ folder, paymaster }: Options, chainId: number): Promise<SessionKey> {
  const { apiKey, serverUrl } = folder.settings()!;
  return await openSessionKey({
    apiKey,
    chainId,
    store: folder.keys,
    ...defined({ serverUrl }),
    ...(paymaster !== undefined && { paymaster: { url: paymaster } }),
  });
}

function sponsoredBy({ paymaster }: Options) {
  return paymaster === undefined ? {} : { capabilities: { paymasterService: { url: paymaster } } };
}

/** Creates the call of a transfer. */
async function transferOf(
  provider: AcctInstance["provider"],
  options: Options,
  recipient: string | undefined,
): Promise<Call> {
  const to = readAddress("The recipient", recipient);
  if (options.token === undefined) {
    return { to, value: await readAmount(provider, options.amount), data: "0x" };
  }
  const token = readAddress("--token", options.token);
  const amount = await readAmount(provider, options.amount, token);
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [to, amount],
  });
  return { to: token, value: 0n, data };
}

/** Reads an amount in whole units of a token, or of the native currency. */
async function readAmount(
  provider: AcctInstance["provider"],
  text: string | undefined,
  token?: Address,
): Promise<bigint> {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) {
    throw new Error("--amount must be a decimal number, such as 0.5.");
  }
  const decimals = token === undefined ? 18 : Number(
    await provider.request({
      method: "eth_call",
      params: [{
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: "decimals" }),
      }],
    }),
  );
  const [, fraction = ""] = text.split(".");
  if (fraction.length > decimals) throw new Error(`--amount has more than ${decimals} decimals.`);
  return parseUnits(text, decimals);
}

/** Reads a file of calls. */
function readCalls(path: string): readonly Call[] {
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(list)) throw new Error(`${path} must be a list of calls.`);
  return list.map(({ to, value = "0x0", data = "0x" }) => ({
    to: readAddress(`${path}: to`, to),
    value: BigInt(value),
    data,
  }));
}

function readAddress(name: string, value: string | undefined): Address {
  if (value === undefined || !isAddress(value)) throw new Error(`${name} must be an address.`);
  return getAddress(value);
}

/** Removes the members that are undefined. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
