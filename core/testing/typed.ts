/** Builds typed data for tests. @module */
import { getAddress } from "viem";
import { readTypedData } from "../account/typed_data.ts";
import type { TypedData } from "../account/typed_data_hash.ts";
import { token } from "./orders.ts";

const usdc = getAddress(token);

/** Builds typed data; values name their types in front: `address spender`. */
export function typed(
  primaryType: string,
  message: Record<string, unknown>,
  domain: Record<string, unknown> = { name: "USD Coin", chainId: 1, verifyingContract: usdc },
): TypedData {
  const types: Record<string, { name: string; type: string }[]> = {};
  const values = (struct: string, given: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(given).map(([key, value], index) => {
        const [type, name] = key.split(" ") as [string, string];
        types[struct] ??= [];
        types[struct][index] = { type, name };
        const inner = type.replace("[]", "");
        if (!/^[A-Z]/.test(inner)) return [name, value];
        return [
          name,
          Array.isArray(value)
            ? value.map((each) => values(inner, each))
            : values(inner, value as Record<string, unknown>),
        ];
      }),
    );
  const built = values(primaryType, message);
  return readTypedData({ value: { types, primaryType, domain, message: built }, path: "data" });
}
