/** Tarballs that are the same each time: sorted files, fixed dates and modes. @module */
import { gzipSync } from "node:zlib";

/** The date that npm sets on every file of a tarball. */
const DATE = 499_162_500;
const BLOCK = 512;

/** A gzipped tarball with the files below `package/`. */
export function tarball(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [path, body] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
    parts.push(header(`package/${path}`, body.length), body);
    parts.push(new Uint8Array((BLOCK - body.length % BLOCK) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return gzipSync(concat(parts), { level: 9 });
}

/** The header of a file (POSIX.1-1988, "ustar"). */
function header(path: string, size: number): Uint8Array {
  if (path.length > 100) throw new Error(`${path} is too long for a tarball`);
  const block = new Uint8Array(BLOCK);
  const write = (text: string, at: number) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0") + "\0";
  write(path, 0);
  write(octal(0o644, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(DATE, 11), 136);
  // The sum counts its own field as spaces.
  write("        ", 148);
  write("0", 156);
  write("ustar\0" + "00", 257);
  write(octal(block.reduce((sum, byte) => sum + byte, 0), 6) + " ", 148);
  return block;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
