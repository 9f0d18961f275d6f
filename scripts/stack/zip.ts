/** Writes zip files. @module */
import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 1980: builds of the same sources are equal. */
const DATE = 1 << 5 | 1;

/** Packs files into a zip file, in the given order. */
export function zip(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, body] of files) {
    const path = new TextEncoder().encode(name);
    const packed = deflateRawSync(body, { level: 9 });
    // Version, flags (UTF-8), method (deflate), time, date, checksum, sizes.
    const common = record([
      [2, 20],
      [2, 0x800],
      [2, 8],
      [2, 0],
      [2, DATE],
      [4, crc32(body)],
      [4, packed.length],
      [4, body.length],
      [2, path.length],
      [2, 0],
    ]);
    parts.push(record([[4, 0x04034b50]]), common, path, packed);
    directory.push(
      record([[4, 0x02014b50], [2, 20]]),
      common,
      record([[2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      path,
    );
    offset += 4 + common.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.size],
    [2, files.size],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  const all = [...parts, ...directory, end];
  const out = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  all.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

/** Encodes numbers of two or four bytes, little-endian. */
function record(fields: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([size, value]) =>
      Array.from({ length: size }, (_, index) => value >>> 8 * index & 255)
    ),
  );
}
