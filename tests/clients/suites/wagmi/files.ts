/** Lists wagmi's test files that are run, with the tests that do not apply. @module */
import type { NotApplying } from "../chosen.ts";
import { why } from "../reasons.ts";

/** By path within the repository. */
export const wagmiFiles: Readonly<Record<string, NotApplying>> = {
  "packages/core/src/actions/connect.test.ts": {
    "parameters: withCapabilities": why.fakeValue,
  },
  "packages/core/src/actions/deployContract.test.ts": {
    "default": why.creation,
    "behavior: no funds": why.creation,
  },
  "packages/core/src/actions/disconnect.test.ts": {},
  "packages/core/src/actions/getCallsStatus.test.ts": {
    "default": why.atomic,
  },
  "packages/core/src/actions/getCapabilities.test.ts": {
    "default": why.fakeValue,
    "args: account": why.oneAccount,
  },
  "packages/core/src/actions/getChainId.test.ts": {},
  "packages/core/src/actions/getClient.test.ts": {},
  "packages/core/src/actions/getConnection.test.ts": {},
  "packages/core/src/actions/getConnections.test.ts": {},
  "packages/core/src/actions/getConnectorClient.test.ts": {
    "behavior: account address is checksummed": why.oneAccount,
  },
  "packages/core/src/actions/getConnectors.test.ts": {},
  "packages/core/src/actions/getPublicClient.test.ts": {},
  "packages/core/src/actions/getWalletClient.test.ts": {},
  "packages/core/src/actions/prepareTransactionRequest.test.ts": {},
  "packages/core/src/actions/reconnect.test.ts": {},
  "packages/core/src/actions/sendCalls.test.ts": {
    "default": why.fakeValue,
    "behavior: nullish account (account filled by wallet)": why.fakeValue,
  },
  "packages/core/src/actions/sendCallsSync.test.ts": {},
  "packages/core/src/actions/sendTransaction.test.ts": {
    "default": why.oneAccount,
    "behavior: connector not connected": why.noList,
    "behavior: value exceeds balance": why.shortage,
  },
  "packages/core/src/actions/sendTransactionSync.test.ts": {
    "default": why.oneAccount,
    "behavior: connector not connected": why.noList,
    "behavior: value exceeds balance": why.shortage,
  },
  "packages/core/src/actions/showCallsStatus.test.ts": {},
  "packages/core/src/actions/signMessage.test.ts": {
    "default": why.signature,
  },
  "packages/core/src/actions/signTransaction.test.ts": {
    "default": why.oneAccount,
    "behavior: connector not connected": why.noList,
  },
  "packages/core/src/actions/signTypedData.test.ts": {
    "default": why.signature,
  },
  "packages/core/src/actions/switchChain.test.ts": {
    "behavior: user rejected request": why.silent,
  },
  "packages/core/src/actions/switchConnection.test.ts": {},
  "packages/core/src/actions/waitForCallsStatus.test.ts": {
    "default": why.atomic,
  },
  "packages/core/src/actions/watchAsset.test.ts": {
    "default": why.params,
  },
  "packages/core/src/actions/watchChainId.test.ts": {},
  "packages/core/src/actions/watchClient.test.ts": {},
  "packages/core/src/actions/watchConnection.test.ts": {},
  "packages/core/src/actions/watchConnections.test.ts": {},
  "packages/core/src/actions/watchConnectors.test.ts": {},
  "packages/core/src/actions/watchPublicClient.test.ts": {},
  "packages/core/src/actions/writeContractSync.test.ts": {
    "behavior: connector not connected": why.noList,
  },
  "packages/core/src/connectors/createConnector.test.ts": {},
  "packages/core/src/connectors/injected.test.ts": {},
  "packages/core/src/connectors/mock.test.ts": {
    "setup": why.fakeValue,
    "behavior: connector.getProvider request errors": why.params,
  },
};
