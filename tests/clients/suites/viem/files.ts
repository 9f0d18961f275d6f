/** Lists viem's test files that are run, with the tests that do not apply. @module */
import type { NotApplying } from "../chosen.ts";

/** By path within the repository. */
export const viemFiles: Readonly<Record<string, NotApplying>> = Object.fromEntries(
  ["addChain","deployContract","getAddresses","getCallsStatus","getCapabilities","getPermissions","requestAddresses","requestPermissions","sendCalls","sendCallsSync","sendTransaction","sendTransactionSync","showCallsStatus","signMessage","signTypedData","switchChain","waitForCallsStatus","watchAsset","writeContract","writeContractSync"].map((n) => [`src/actions/wallet/${n}.test.ts`, {}]),
);
