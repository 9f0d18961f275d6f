/** Creates owners for tests: software keys with signatures that the account's contract accepts. */
import { P256 } from "ox";
import {
  type Address,
  bytesToBigInt,
  concat,
  type Hex,
  hexToBytes,
  numberToHex,
  pad,
  sha256,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** Owner of an account: its bytes there, and its signing function. */
export type Owner = {
  bytes: Hex;
  sign(digest: Hex): Promise<Hex>;
};

/** Possible flaws of an assertion. */
export type AssertionFlaws = {
  /** Flags of the authenticator; both relevant bits are in 0x05. */
  flags?: number;
  type?: string;
  /** Signs with the malleable twin of `s`. */
  highS?: boolean;
  /** Inserted before the members, as some browsers do. */
  prefix?: string;
  rpIdHash?: Hex;
  challengeIndex?: number;
  typeIndex?: number;
};

/** P-256 key that signs like a passkey. */
export type Passkey = Owner & {
  x: Hex;
  y: Hex;
  /** Returns the key and an assertion, optionally with flaws. */
  assert(digest: Hex, flaws?: AssertionFlaws): Hex;
  /** Returns the key and the plain signature of a device key. */
  signRaw(digest: Hex): Hex;
};

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Creates a passkey with a key derived from a number, so that tests are repeatable. */
export function createPasskey(seed: number): Passkey {
  const privateKey = sha256(toHex(`test passkey ${seed}`));
  const { x: px, y: py } = P256.getPublicKey({ privateKey });
  const [x, y] = [px, py].map((value) => numberToHex(value, { size: 32 })) as [Hex, Hex];

  const raw = (payload: Hex, highS = false): [Hex, Hex] => {
    const { r, s } = P256.sign({ payload, privateKey });
    return [numberToHex(r, { size: 32 }), numberToHex(highS ? order - s : s, { size: 32 })];
  };
  const assert = (digest: Hex, flaws: AssertionFlaws = {}): Hex => {
    const { flags = 0x1d, type = "webauthn.get", prefix = "" } = flaws;
    const authenticatorData = concat([
      flaws.rpIdHash ?? sha256(toHex("keys.localhost")),
      numberToHex(flags, { size: 1 }),
      "0x00000000",
    ]);
    const challenge = base64url(digest);
    const clientDataJSON = `{${prefix}"type":"${type}","challenge":"${challenge}",` +
      `"origin":"https://keys.localhost","crossOrigin":false}`;
    const signed = sha256(concat([authenticatorData, sha256(toHex(clientDataJSON))]));
    const [r, s] = raw(signed, flaws.highS);
    const short = (value: number) => numberToHex(value, { size: 2 });
    return concat([
      x,
      y,
      short(37),
      authenticatorData,
      toHex(clientDataJSON),
      short(flaws.challengeIndex ?? clientDataJSON.indexOf('"challenge"')),
      short(flaws.typeIndex ?? clientDataJSON.indexOf('"type"')),
      r,
      s,
    ]);
  };
  return {
    x,
    y,
    bytes: concat([x, y]),
    assert,
    sign: (digest) => Promise.resolve(assert(digest)),
    signRaw: (digest) => concat([x, y, ...raw(sha256(digest))]),
  };
}

/** Creates a device key: the same kind of owner, which signs without a browser's ceremony. */
export function createDeviceKey(seed: number): Owner {
  const { bytes, signRaw } = createPasskey(seed);
  return { bytes, sign: (digest) => Promise.resolve(signRaw(digest)) };
}

/** Creates an address with its key. */
export function createAddressOwner(seed: number): Owner & { address: Address } {
  const account = privateKeyToAccount(sha256(toHex(`test owner ${seed}`)));
  return {
    address: account.address,
    bytes: pad(account.address).toLowerCase() as Hex,
    sign: (digest) => account.sign({ hash: digest }),
  };
}

/** Wraps a signature for the account. */
export function wrapSignature(ownerIndex: bigint | number, data: Hex): Hex {
  return concat(["0x01", numberToHex(ownerIndex, { size: 1 }), data]);
}

/** Returns the malleable twin of a secp256k1 signature, as valid to a careless verifier. */
export function highS(signature: Hex): Hex {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const bytes = hexToBytes(signature);
  const s = n - bytesToBigInt(bytes.slice(32, 64));
  return concat([
    toHex(bytes.slice(0, 32)),
    numberToHex(s, { size: 32 }),
    bytes[64] === 27 ? "0x1c" : "0x1b",
  ]);
}

function base64url(data: Hex): string {
  return btoa(String.fromCharCode(...hexToBytes(data)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
