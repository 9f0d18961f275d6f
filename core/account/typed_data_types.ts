/** Describes the types of typed data (EIP-712). @module */
/** Typed data (EIP-712) in the format of `eth_signTypedData_v4`, validated by `readTypedData`. */
export interface TypedData {
  /** Struct types by name. */
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  /** The type of the message. */
  readonly primaryType: string;
  /** The domain. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** The message. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** Struct types by name. */
export type Structs = TypedData["types"];

/** Matches the types of EIP-712 that are neither structs nor lists. */
const builtIn =
  /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int([1-9]\d?|1\d\d|2[0-4]\d|25[0-6])?)$/;

/** Checks whether a type is neither a struct nor a list. */
export function isBuiltIn(type: string): boolean {
  const [found, bits = 8] = builtIn.exec(type) ?? [];
  return found !== undefined && Number(bits) % 8 === 0;
}

/**
 * Lists the domain's fields: the declared ones, or otherwise the present ones in EIP-712's order.
 */
export function domainFields(
  domain: TypedData["domain"],
  declared: Structs[string] | undefined,
): { name: string; type: string }[] {
  if (declared !== undefined) return declared.map(({ name, type }) => ({ name, type }));
  const order = [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
    { name: "salt", type: "bytes32" },
  ];
  return order.filter(({ name }) => domain[name] !== undefined);
}
