/** Creates a repeatable generator of numbers below a bound. */
export function generator(seed: number): (bound: bigint) => bigint {
  let state = BigInt(seed);
  return (bound) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return (state >> 20n) % bound;
  };
}
