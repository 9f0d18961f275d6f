/** Compiles only with `true` if both types are identical; `any` is only identical to itself. */
export declare function equal<A, B>(
  same: (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false,
): void;
