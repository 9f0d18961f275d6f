/** Keeps the settings, the session and the key in a folder that only its owner can read. @module */
import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { KeyPair, KeyStore, SessionKey } from "@sdk/core/session_key";

/** A permission, as `wallet_grantPermissions` returned it. */
type Grant = Parameters<SessionKey["send"]>[0];

/** Files of the folder. */
type FileName = "settings.json" | "session.json" | "grants.json" | "key.json";

/** Settings of a connection. */
export interface Settings {
  readonly apiKey: string;
  readonly name: string;
  readonly chainId?: number;
  readonly serverUrl?: string;
  readonly keysUrl?: string;
}

/** The folder. */
export interface Folder {
  /** Reads the settings; `null` before the first connection. */
  settings(): Settings | null;
  /** Stores the settings. */
  setSettings(settings: Settings): void;
  /** Store of the session and the link, for `preference.sessionStorage`. */
  readonly session: {
    get(key: string): string | null;
    set(key: string, value: string | null): boolean;
  };
  /** Reads the permissions of the own key, newest first. */
  grants(): readonly Grant[];
  /** Stores the permissions of the own key. */
  setGrants(grants: readonly Grant[]): void;
  /** Store of the own key. */
  readonly keys: KeyStore;
  /** Removes the session and the key. */
  forget(): void;
}

/** Opens a folder; nothing is created before something is stored. */
export function openFolder(path: string): Folder {
  const read = <T>(name: FileName): T | null => readJson(join(path, name)) as T | null;
  const write = (name: FileName, value: unknown) => {
    makeOwn(path);
    const file = join(path, name);
    const next = `${file}.${crypto.randomUUID()}`;
    writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    chmodSync(next, 0o600);
    renameSync(next, file);
  };
  return {
    settings: () => read<Settings>("settings.json"),
    setSettings: (settings) => write("settings.json", settings),
    session: {
      get: (key) => read<Record<string, string>>("session.json")?.[key] ?? null,
      set(key, value) {
        const { [key]: _, ...rest } = read<Record<string, string>>("session.json") ?? {};
        write("session.json", value === null ? rest : { ...rest, [key]: value });
        return true;
      },
    },
    grants: () => read<Grant[]>("grants.json") ?? [],
    setGrants: (grants) => write("grants.json", grants),
    keys: fileKeys(read, write, () => rmSync(join(path, "key.json"), { force: true })),
    forget() {
      for (const name of ["session.json", "grants.json", "key.json"] satisfies FileName[]) {
        rmSync(join(path, name), { force: true });
      }
    },
  };
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Creates the store of the key. A file must hold its bits, so the folder's modes protect it. */
function fileKeys(
  read: <T>(name: FileName) => T | null,
  write: (name: FileName, value: unknown) => void,
  remove: () => void,
): KeyStore {
  const open = async (stored: { readonly private: JsonWebKey; readonly public: JsonWebKey }) => ({
    privateKey: await crypto.subtle.importKey("jwk", stored.private, algorithm, false, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", stored.public, algorithm, true, ["verify"]),
  });
  return {
    async get() {
      const stored = read<{ private: JsonWebKey; public: JsonWebKey }>("key.json");
      if (stored !== null) return await open(stored) as KeyPair;
      // Created here, because the key of a page cannot be exported.
      const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const created = {
        private: await crypto.subtle.exportKey("jwk", pair.privateKey),
        public: await crypto.subtle.exportKey("jwk", pair.publicKey),
      };
      write("key.json", created);
      return await open(created) as KeyPair;
    },
    put: () => Promise.reject(new Error("The key is created with its file.")),
    remove() {
      remove();
      return Promise.resolve();
    },
  };
}

/** Creates the folder; rejects one in which others could change files. */
function makeOwn(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  // Windows has no such modes; the folder is in the user's profile there.
  if (process.platform === "win32") return;
  if ((mode & 0o022) !== 0) {
    throw new Error(`Other users can change ${path}. It was not used. Run: chmod 700 ${path}`);
  }
  if (uid !== process.getuid?.()) throw new Error(`${path} belongs to another user.`);
}

/** Reads a file that only its owner can read; `null` if it does not exist. */
function readJson(path: string): unknown {
  let file: number;
  try {
    if (lstatSync(path).isSymbolicLink()) throw new Error(`${path} is a symbolic link.`);
    file = openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    const { mode, uid } = fstatSync(file);
    if (process.platform !== "win32") {
      if ((mode & 0o077) !== 0) {
        throw new Error(`Other users can read ${path}. It was not read. Run: chmod 600 ${path}`);
      }
      if (uid !== process.getuid?.()) throw new Error(`${path} belongs to another user.`);
    }
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Error(`${path} is not JSON.`, { cause });
  } finally {
    closeSync(file);
  }
}
