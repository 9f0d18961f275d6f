/** Holds the operator's copy of the public registry of ERC-7730, as `deno task descriptors` wrote it. @module */
import { z } from "zod";
import type { Address } from "viem";

/** Returns the descriptor of a contract as text, or `undefined`. */
export type Descriptors = (chainId: number, address: Address) => string | undefined;

const shape = z.strictObject({
  contracts: z.record(z.string(), z.string()),
  texts: z.record(z.string(), z.string()),
});

/**
 * Reads a copy; without one there are no descriptors.
 *
 * @throws {Error} if the file is missing or of another shape
 */
export async function readDescriptors(path: string | undefined): Promise<Descriptors> {
  if (path === undefined) return () => undefined;
  const { success, data } = shape.safeParse(JSON.parse(await Deno.readTextFile(path)));
  if (!success) throw new Error(`${path} is no copy of the registry: run deno task descriptors.`);
  const texts = new Map(Object.entries(data.texts));
  const contracts = new Map(Object.entries(data.contracts));
  return (chainId, address) =>
    texts.get(contracts.get(`${chainId}:${address.toLowerCase()}`) ?? "");
}
