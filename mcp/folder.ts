/** Stores an agent's key and budget in a folder that only its owner can read. @module */
import { chmod, link, lstat, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import type { WalletGrantPermissionsResponse } from "@sdk/pay";
import { type Hex, isAddress, isHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";

const address = z.custom<Hex>(
  (value) => typeof value === "string" && isAddress(value, { strict: false }),
  "is not an address",
);
const hex = z.custom<Hex>((value) => isHex(value), "is not hex");
const amount = z.string().regex(/^[1-9][0-9]{0,48}$/, "is not an amount in the smallest unit");
const host = z.string().regex(/^(?:\*\.)?[a-z0-9.-]+(?::[0-9]{1,5})?$/, "is not a host name");

/** Settings of an agent, in `agent.json`. */
export const settingsShape = z.strictObject({
  /** Name of the agent, for the user. */
  name: z.string().min(1).max(64),
  /** Purpose, for the user. */
  purpose: z.string().min(1).max(120).optional(),
  /** JSON-RPC of the permission's chain. */
  rpcUrl: z.url(),
  /** Token that is paid with. */
  token: address,
  /** Chain id. */
  chainId: z.int().positive(),
  /** Maximum of one payment, in the token's smallest unit. */
  perRequest: amount,
  /** Maximum per host in a day. */
  perHost: amount.optional(),
  /** Maximum in a day. */
  perDay: amount.optional(),
  /** Hosts that may be paid. Default: any host on the internet. */
  hosts: z.array(host).optional(),
  /** Addresses that may be sent to. Default: none. */
  recipients: z.array(address).optional(),
  /** Page on which the user grants budgets. */
  page: z.url(),
});

/** Validated settings. */
export type Settings = z.output<typeof settingsShape>;

/** A permission in the wallet's format; its other fields are compared with its id. */
const grantShape = z.looseObject({
  account: address,
  spender: address,
  start: z.int(),
  end: z.int(),
  salt: hex,
  calls: z.array(z.unknown()),
  spends: z.array(z.looseObject({ token: address, allowance: z.string() })),
  watched: z.array(address),
  permissionId: hex,
  chainId: hex,
});

/** An agent's folder. */
export interface Folder {
  /** Path of a file in it. */
  path(name: string): string;
  /** Reads the key; creates one if it is missing. */
  key(): Promise<PrivateKeyAccount>;
  /** Reads the settings. */
  settings(): Promise<Settings>;
  /** Reads the permission; `null` before the user granted one. */
  granted(): Promise<WalletGrantPermissionsResponse | null>;
  /** Stores settings or a permission. */
  write(name: "agent.json" | "granted.json", value: unknown): Promise<void>;
}

/** Opens a folder. */
export function openFolder(path: string): Folder {
  const at = (name: string) => join(path, name);
  return {
    path: at,
    async key() {
      await makeOwn(path);
      const file = at("key");
      await createSecret(file, `${generatePrivateKey()}\n`);
      return privateKeyToAccount(await readSecret(file));
    },
    async settings() {
      const found = await readJson(at("agent.json"));
      if (found === null) throw new Error(`There is no ${at("agent.json")} yet: acct-agent init`);
      const { success, data, error } = settingsShape.safeParse(found);
      if (!success) throw new Error(`${at("agent.json")} is wrong:\n${z.prettifyError(error)}`);
      return data;
    },
    async granted() {
      const found = await readJson(at("granted.json"));
      return found === null ? null : readGranted(found);
    },
    async write(name, value) {
      await makeOwn(path);
      await writeFile(`${at(name)}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      await chmod(`${at(name)}.new`, 0o600);
      await rename(`${at(name)}.new`, at(name));
    },
  };
}

/** Checks the shape of a permission. */
export function readGranted(value: unknown): WalletGrantPermissionsResponse {
  const { success, data, error } = grantShape.safeParse(value);
  if (!success) throw new Error(`This is not a granted permission:\n${z.prettifyError(error)}`);
  return data as unknown as WalletGrantPermissionsResponse;
}

/** Creates the folder; rejects a folder in which other users could put settings or links. */
async function makeOwn(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(path);
  if (process.platform === "win32") return;
  if ((mode & 0o022) !== 0) {
    throw new Error(`Other users can change ${path}. It was not used: chmod 700 ${path}`);
  }
  if (uid !== process.getuid?.()) throw new Error(`${path} belongs to another user.`);
}

/** Writes a file unless it exists. Concurrent processes see either the whole file or none. */
async function createSecret(path: string, text: string): Promise<void> {
  const own = `${path}.${crypto.randomUUID()}`;
  const file = await open(own, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await file.close();
    await rm(own, { force: true });
  }
}

/** Reads the key from a file that only its owner can read. */
async function readSecret(path: string): Promise<Hex> {
  if ((await lstat(path)).isSymbolicLink()) throw new Error(`${path} is a link. It was not read.`);
  const file = await open(path, "r");
  try {
    const { mode, uid } = await file.stat();
    // Windows has no such modes; the folder is in the user's profile there.
    if (process.platform !== "win32") {
      if ((mode & 0o077) !== 0) {
        throw new Error(`Other users can read ${path}. It was not read: chmod 600 ${path}`);
      }
      if (uid !== process.getuid?.()) throw new Error(`${path} belongs to another user.`);
    }
    const text = (await file.readFile("utf8")).trim();
    if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new Error(`${path} contains no key.`);
    return text as Hex;
  } finally {
    await file.close();
  }
}

/** Reads a JSON file; `null` if it is missing. */
async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readUnchanged(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON.`, { cause });
  }
}

/** Reads a file, unless other users can access and change it. */
async function readUnchanged(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const [{ mode }, folder] = [await file.stat(), await stat(dirname(path))];
    if (process.platform !== "win32" && (mode & 0o022) !== 0 && (folder.mode & 0o011) !== 0) {
      throw new Error(`Other users can change ${path}. It was not read: chmod 600 ${path}`);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
