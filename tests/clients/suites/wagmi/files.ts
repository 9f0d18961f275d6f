/** Lists wagmi's test files that are run, with the tests that do not apply. @module */
import type { NotApplying } from "../chosen.ts";

/** By path within the repository. */
export const wagmiFiles: Readonly<Record<string, NotApplying>> = Object.fromEntries(
  ["connect","deployContract","disconnect","getCallsStatus","getCapabilities","getChainId","getClient","getConnection","getConnections","getConnectorClient","getConnectors","getPublicClient","getWalletClient","prepareTransactionRequest","reconnect","sendCalls","sendCallsSync","sendTransaction","sendTransactionSync","showCallsStatus","signMessage","signTransaction","signTypedData","switchChain","switchConnection","waitForCallsStatus","watchAsset","watchChainId","watchClient","watchConnection","watchConnections","watchConnectors","watchPublicClient","writeContractSync"].map((n) => [`packages/core/src/actions/${n}.test.ts`, {}]).concat(["connectors/mock","connectors/injected","connectors/createConnector","createConfig","hydrate"].map((n) => [`packages/core/src/${n}.test.ts`, {}])),
);
