/**
 * Provides the operator's copy of the public registry of ERC-7730, as written by
 * `deno task descriptors`.
 *
 * @module
 */
import { z } from "zod";
import type { Address, Hex } from "viem";

/**
 * Returns the descriptor of a contract as text, or `undefined`. With a type hash, it returns the
 * descriptor of typed data of this type that the contract verifies.
 */
export type Descriptors = (
  chainId: number,
  address: Address,
  typeHash?: Hex,
) => string | undefined;

const shape = z.strictObject({
  contracts: z.record(z.string(), z.string()),
  typed: z.record(z.string(), z.string()).default({}),
  texts: z.record(z.string(), z.string()),
});

/**
 * Reads a copy of the registry.
 *
 * @throws {Error} if the file is missing or of another shape
 */
export async function readDescriptors(path: string): Promise<Descriptors> {
  const text = await Deno.readTextFile(path).catch((cause) => {
    throw new Error(`The descriptors ${path} cannot be read.`, { cause });
  });
  const { success, data } = shape.safeParse(parse(text));
  if (!success) throw new Error(`${path} is no copy of the registry: run deno task descriptors.`);
  const texts = new Map(Object.entries(data.texts));
  const [contracts, typed] = [data.contracts, data.typed].map((each) =>
    new Map(Object.entries(each))
  ) as [Map<string, string>, Map<string, string>];
  return (chainId, address, typeHash) => {
    const key = `${chainId}:${address.toLowerCase()}`;
    const hash = typeHash === undefined
      ? contracts.get(key)
      : typed.get(`${key}:${typeHash.toLowerCase()}`);
    return hash === undefined ? undefined : texts.get(hash);
  };
}

/** Parses JSON; returns `null` if it is invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
