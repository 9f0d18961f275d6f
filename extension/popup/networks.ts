/** Names of networks for the popup. @module */

const names: Readonly<Record<number, string>> = {
  1: "Ethereum",
  10: "Optimism",
  137: "Polygon",
  8453: "Base",
  42161: "Arbitrum One",
  11155111: "Sepolia",
  11155420: "OP Sepolia",
  80002: "Polygon Amoy",
  84532: "Base Sepolia",
  421614: "Arbitrum Sepolia",
};

/** Returns the name of a chain; `undefined` if it has none here. */
export function networkName(id: number): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}
