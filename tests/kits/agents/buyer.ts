/**
 * Pays with the packages of others, as published, from an address with its own key (`@x402/fetch`).
 * Prints the outcome of each request, and its milliseconds.
 *
 * @module
 */
import { ExactEvmScheme } from "npm:@x402/evm@2.27.0/exact/client";
import { wrapFetchWithPaymentFromConfig } from "npm:@x402/fetch@2.27.0";
import { privateKeyToAccount } from "npm:viem@2.57.1/accounts";

const { key, urls, rpcUrl } = JSON.parse(Deno.args[0]);
const paying = wrapFetchWithPaymentFromConfig(fetch, {
  // They are for a user's own money: here the key has the amount to spend.
  spendControls: false,
  schemes: [{
    network: "eip155:*",
    // With a node it can see whether Permit2 may take the money, and sign an approval if not.
    client: new ExactEvmScheme(privateKeyToAccount(key), rpcUrl && { rpcUrl }),
  }],
});
const results = [];
for (const url of urls) {
  const begin = performance.now();
  const response = await paying(url);
  await response.text();
  const settled = JSON.parse(atob(response.headers.get("payment-response") ?? "bnVsbA=="));
  results.push({
    status: response.status,
    ms: performance.now() - begin,
    transaction: settled?.transaction,
  });
}
console.log(JSON.stringify(results));
