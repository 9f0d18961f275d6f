/** Pins the clients of others; `clients.lock` pins their contents. @module */

/** Exact versions of the packages. */
export const versions = {
  "@simplewebauthn/server": "14.0.3",
  "@vitest/expect": "4.1.10",
  "@vitest/pretty-format": "4.1.10",
  "@vitest/snapshot": "4.1.10",
  "@vitest/spy": "4.1.10",
  chai: "6.2.2",
  ethers: "6.17.0",
  ox: "1.8.3",
  permissionless: "0.4.1",
  siwe: "3.0.0",
  web3: "4.16.0",
} as const;

/** Loads a client; its name is computed, so that the workspace's lock never contains it. */
export async function load<T>(name: keyof typeof versions): Promise<T> {
  const specifier = `npm:${name}@${versions[name]}`;
  return await import(specifier) as T;
}
