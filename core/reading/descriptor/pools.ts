/** Decodes Uniswap v3 paths: token, fee, token, … in packed bytes. @module */
import { getAddress, type Hex, hexToBigInt, size, slice } from "viem";
import type { FieldView } from "../../dialog/explanation.ts";
import type { Found } from "./path.ts";

/** Lengths in bytes of a token, and of a token with the fee of the next pool. */
const TOKEN = 20;
const HOP = 23;
const MAX_POOLS = 8;

/**
 * Formats the pools' fees and the intermediate tokens, from the spent token to the received one.
 * Returns `null` if the bytes are not exactly a path: routers ignore trailing bytes, so the last
 * token would not be the one received.
 */
export function poolFields(
  { shape, value }: Found,
  label: string,
  reversed: boolean,
): readonly FieldView[] | null {
  if (shape.type !== "bytes") return null;
  const path = value as Hex;
  const pools = (size(path) - TOKEN) / HOP;
  if (!Number.isInteger(pools) || pools < 1 || pools > MAX_POOLS) return null;
  const fields = Array.from({ length: pools }, (_, index): FieldView[] => {
    const at = index * HOP + TOKEN;
    const fee: FieldView = {
      label: pools > 1 ? `${label} [${(reversed ? pools - 1 - index : index) + 1}]` : label,
      value: { kind: "unit", value: hexToBigInt(slice(path, at, at + 3)), decimals: 4, unit: "%" },
    };
    if (index === pools - 1) return [fee];
    const token = getAddress(slice(path, at + 3, at + 3 + TOKEN));
    return [fee, { label: "By way of", value: { kind: "address", address: token } }];
  }).flat();
  return reversed ? fields.reverse() : fields;
}
