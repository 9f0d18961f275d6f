/** Lists viem's test files that are run, with the tests that do not apply. @module */
import type { NotApplying } from "../chosen.ts";
import { why } from "../reasons.ts";

/** By path within the repository. */
export const viemFiles: Readonly<Record<string, NotApplying>> = {
  "src/actions/wallet/addChain.test.ts": {
    "default": why.notServed,
    "no block explorer": why.notServed,
  },
  "src/actions/wallet/deployContract.test.ts": {
    "default": why.creation,
    "inferred account": why.creation,
    "no funds": why.creation,
    "send value to contract": why.creation,
    "(unhandled rejection)": why.creation,
  },
  "src/actions/wallet/getAddresses.test.ts": {
    "default": why.oneAccount,
  },
  "src/actions/wallet/getCallsStatus.test.ts": {
    "behavior: eth_sendTransaction fallback > default": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: complete failure": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: partial failure": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: partial failure (out of funds)":
      why.fallback,
  },
  "src/actions/wallet/getCapabilities.test.ts": {},
  "src/actions/wallet/getPermissions.test.ts": {
    "default": why.fakeValue,
  },
  "src/actions/wallet/requestAddresses.test.ts": {},
  "src/actions/wallet/requestPermissions.test.ts": {
    "default": why.fakeValue,
  },
  "src/actions/wallet/sendCalls.test.ts": {
    "behavior: eth_sendTransaction fallback > default": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: optional capabilities": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: non-optional capabilities": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: atomic": why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: insufficient funds (complete)":
      why.fallback,
    "behavior: eth_sendTransaction fallback > behavior: insufficient funds (partial)": why.fallback,
  },
  "src/actions/wallet/sendCallsSync.test.ts": {},
  "src/actions/wallet/sendTransaction.test.ts": {
    "sends transaction (w/ serializer)": why.fork,
    "args: gasPrice > errors when account has insufficient funds": why.fees,
    "args: maxFeePerGas > sends transaction": why.fees,
    "args: maxFeePerGas > errors when account has insufficient funds": why.fees,
    "local account > default": why.local,
    "local account > sends transaction w/ no value": why.local,
    "local account > args: authorizationList (cross-chain)": why.fixture,
    "local account > args: gas": why.local,
    "local account > args: chain": why.local,
    "local account > args: chain (nullish)": why.local,
    "local account > args: maxFeePerGas > sends transaction": why.local,
    "local account > args: blobs": why.fixture,
    "local account > args: maxPriorityFeePerGas > sends transaction": why.local,
    "local account > args: maxPriorityFeePerGas > maxPriorityFeePerGas + maxFeePerGas: sends transaction":
      why.local,
    "local account > args: nonce > sends transaction": why.local,
    "local account > behavior: nonceManager > default": why.local,
    "smart account > (setup)": why.fixture,
    "errors > gas too low": why.fees,
    "errors > gas too high": why.fees,
    "errors > gas fee is less than block base fee": why.fees,
    "errors > insufficient funds": why.shortage,
  },
  "src/actions/wallet/sendTransactionSync.test.ts": {
    "sends transaction": why.receipt,
    "sends transaction (w/ formatter)": why.receipt,
    "sends transaction (w/ serializer)": why.fork,
    "args: throwOnReceiptRevert": why.reverts,
    "args: gasPrice > sends transaction": why.receipt,
    "args: gasPrice > errors when account has insufficient funds": why.fees,
    "args: maxFeePerGas > sends transaction": why.receipt,
    "args: maxFeePerGas > errors when account has insufficient funds": why.fees,
    "args: maxPriorityFeePerGas > sends transaction": why.receipt,
    "args: maxPriorityFeePerGas > maxPriorityFeePerGas + maxFeePerGas: sends transaction":
      why.receipt,
    "args: nonce > sends transaction": why.receipt,
    "local account > default": why.local,
    "local account > sends transaction w/ no value": why.local,
    "local account > args: gas": why.local,
    "local account > args: chain": why.local,
    "local account > args: chain (nullish)": why.local,
    "local account > args: maxFeePerGas > sends transaction": why.local,
    "local account > args: maxPriorityFeePerGas > sends transaction": why.local,
    "local account > args: maxPriorityFeePerGas > maxPriorityFeePerGas + maxFeePerGas: sends transaction":
      why.local,
    "local account > args: nonce > sends transaction": why.local,
    "local account > behavior: nonceManager > default": why.local,
    "smart account > (setup)": why.fixture,
    "errors > gas too low": why.fees,
    "errors > gas too high": why.fees,
    "errors > gas fee is less than block base fee": why.fees,
    "errors > insufficient funds": why.shortage,
  },
  "src/actions/wallet/showCallsStatus.test.ts": {},
  "src/actions/wallet/signMessage.test.ts": {
    "default": why.signature,
    "raw": why.signature,
    "inferred account": why.signature,
    "emoji": why.signature,
  },
  "src/actions/wallet/signTypedData.test.ts": {
    "default > json-rpc account": why.signature,
    "inferred account": why.signature,
    "minimal > json-rpc account": why.message,
    "complex > json-rpc account": why.signature,
    "args: domain: empty > json-rpc account": why.signature,
    "args: domain: chainId > zeroish chainId": why.signature,
    "args: domain: chainId > json-rpc account": why.signature,
    "args: domain: name > empty name": why.signature,
    "args: domain: name > json-rpc account": why.signature,
    "args: domain: verifyingContract > json-rpc account": why.signature,
    "args: domain: salt > local account": why.local,
  },
  "src/actions/wallet/switchChain.test.ts": {
    "default": why.notServed,
    "unsupported chain": why.notServed,
  },
  "src/actions/wallet/waitForCallsStatus.test.ts": {},
  "src/actions/wallet/watchAsset.test.ts": {
    "default": why.fork,
    "errors: unsupported type": why.params,
  },
  "src/actions/wallet/writeContract.test.ts": {
    "w/ simulateContract (overloaded)": why.fork,
  },
  "src/actions/wallet/writeContractSync.test.ts": {
    "args: throwOnReceiptRevert": why.reverts,
    "w/ simulateContract (overloaded)": why.fork,
  },
};
