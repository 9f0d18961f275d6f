/**
 * Computes with points of P-256, to recover a public key. All data is public, so constant time is
 * not required. WebCrypto verifies with a key before it is used, so a fault can only cause a
 * rejection. A library's curve has 15 kB gzipped, this one less than 1 kB.
 *
 * @module
 */
import { P256_ORDER } from "./signature.ts";

/** The field, the curve's constant and its base point (FIPS 186-4, D.1.2.3). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const G: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

/** A point; `null` is the point at infinity. */
export type Point = { readonly x: bigint; readonly y: bigint } | null;

/**
 * Recovers the keys that match an ECDSA signature of a hash: two, or none if the signature is
 * invalid.
 *
 * @see https://www.secg.org/sec1-v2.pdf section 4.1.6
 */
export function keysOf(hash: bigint, r: bigint, s: bigint): { x: bigint; y: bigint }[] {
  if (r <= 0n || r >= P256_ORDER || s <= 0n || s >= P256_ORDER) return [];
  const square = mod(r ** 3n - 3n * r + B, P);
  // The field's order is 3 modulo 4, so this is the root if one exists.
  const y = power(square, (P + 1n) / 4n);
  if (mod(y * y, P) !== square) return [];
  const inverse = invert(r, P256_ORDER);
  const base = multiply(G, mod(-hash * inverse, P256_ORDER));
  const point = multiply({ x: r, y }, mod(s * inverse, P256_ORDER));
  return [point, negate(point)].flatMap((point) => add(base, point) ?? []);
}

function add(a: Point, b: Point): Point {
  if (a === null) return b;
  if (b === null) return a;
  if (a.x === b.x && mod(a.y + b.y, P) === 0n) return null;
  const slope = a.x === b.x
    ? (3n * a.x * a.x - 3n) * invert(2n * a.y, P)
    : (b.y - a.y) * invert(b.x - a.x, P);
  const x = mod(slope * slope - a.x - b.x, P);
  return { x, y: mod(slope * (a.x - x) - a.y, P) };
}

function negate(point: Point): Point {
  return point === null ? null : { x: point.x, y: mod(-point.y, P) };
}

function multiply(point: Point, times: bigint): Point {
  let sum: Point = null;
  for (let left = times, power = point; left > 0n; left >>= 1n, power = add(power, power)) {
    if (left & 1n) sum = add(sum, power);
  }
  return sum;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let left = exponent, square = base; left > 0n; left >>= 1n, square = mod(square ** 2n, P)) {
    if (left & 1n) result = mod(result * square, P);
  }
  return result;
}

/** Inverts a value by the extended Euclidean algorithm. */
function invert(value: bigint, modulus: bigint): bigint {
  let [a, b, u, v] = [mod(value, modulus), modulus, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b, u, v] = [b % a, a, v - quotient * u, u];
  }
  return mod(u, modulus);
}

function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}
