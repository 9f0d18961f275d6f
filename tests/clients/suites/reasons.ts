/** Names why tests of others do not apply to our wallet. @module */

/** Reasons, one line each. */
export const why = {
  signature: "passkeys sign (ERC-1271): no fixed secp256k1 signature, no address to recover",
  oneAccount: "the wallet has one account, where theirs has ten",
  local: "a local account of the test, which is not our account: no wallet takes part",
  creation: "an account creates no contracts: a transaction without `to` is refused",
  fees: "gas and fees are the wallet's to choose: those of a transaction are ignored",
  shortage: "the wallet shows what is missing, and the user rejects (4001)",
  reverts: "the wallet shows that the call would revert, and the user rejects (4001)",
  receipt: "the receipt is a bundle's: other gas, sender and logs than a plain transfer's",
  atomic: "batches are atomic, with one receipt for all calls",
  fallback: "a fallback for wallets without wallet_sendCalls, which ours has",
  fakeValue: "names a value of the fake wallet of the tests: an id, a capability, a permission",
  notServed: "the chain is not served, which is refused with 4902",
  silent: "switching to a served chain asks nothing, so that there is nothing to reject",
  params: "wrong parameters are refused before the user is asked",
  noList:
    "only their fake throws where it is not connected; ours lists no accounts, as injected ones",
  fork: "needs a fork of Mainnet, or a contract on it",
  fixture: "needs what their repository lacks: ERC-4337 fixtures, KZG blobs, a second chain",
  message: "EIP-712 requires `message`, but viem omits it for the type EIP712Domain",
  signTransaction: "an account signs operations, no transactions: eth_signTransaction is refused",
  connected: "our result names the chain as well, and its addresses are checksummed",
  signIn: "a sign-in names the page's origin and the time, which are fixed values there",
  subAccount: "there are no sub-accounts: the capability is refused with 5700",
} as const;
