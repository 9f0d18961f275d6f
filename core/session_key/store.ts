/** Stores session keys in IndexedDB, which supports non-extractable keys. @module */

/** Shape of `CryptoKey`; Node's types lack that name without the DOM. */
export interface WebCryptoKey {
  /** Algorithm of the key. */
  readonly algorithm: { name: string };
  /** True if the key is extractable. */
  readonly extractable: boolean;
  /** Half of a pair, or a secret. */
  readonly type: "private" | "public" | "secret";
  /** Permitted operations. */
  readonly usages: (
    | "decrypt"
    | "deriveBits"
    | "deriveKey"
    | "encrypt"
    | "sign"
    | "unwrapKey"
    | "verify"
    | "wrapKey"
  )[];
}

/** A P-256 key pair; the private key cannot be exported. */
export interface KeyPair {
  /** Private key, for signing. */
  readonly privateKey: WebCryptoKey;
  /** Public key. */
  readonly publicKey: WebCryptoKey;
}

/** Stores key pairs by name. */
export interface KeyStore {
  /** Returns the pair under a name, or `null`. */
  get(name: string): Promise<KeyPair | null>;
  /** Stores a pair. */
  put(name: string, pair: KeyPair): Promise<void>;
  /** Deletes a pair. */
  remove(name: string): Promise<void>;
}

const DATABASE = "acct.session-keys";
const STORE = "keys";

/** Creates a store on IndexedDB, bound to the page's origin. */
export function browserKeyStore(): KeyStore {
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const database = await open();
    try {
      return await done(work(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  };
  return {
    get: async (name) =>
      (await run<KeyPair | undefined>("readonly", (store) => store.get(name))) ?? null,
    put: async (name, pair) => void await run("readwrite", (store) => store.put(pair, name)),
    remove: async (name) => void await run("readwrite", (store) => store.delete(name)),
  };
}

/** Creates a store that lasts until the page is unloaded. */
export function memoryKeyStore(): KeyStore {
  const pairs = new Map<string, KeyPair>();
  return {
    get: (name) => Promise.resolve(pairs.get(name) ?? null),
    put: (name, pair) => Promise.resolve(void pairs.set(name, pair)),
    remove: (name) => Promise.resolve(void pairs.delete(name)),
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
