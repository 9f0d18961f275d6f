/**
 * Outcome of each button of MetaMask's test dApp: `ok`, the code of the error, `no request` to the
 * wallet apart from reads, or `disabled` by the page.
 *
 * @module
 */

/** Outcomes by the contract, or the part of the page. */
export const outcomes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tokens: {
    getAccounts: "no request",
    requestPermissions: "ok",
    getPermissions: "ok",
    sendButton: "ok",
    sendEIP1559Button: "ok",
    sendEIP1559WithoutGasButton: "ok",
    // Accounts cannot create contracts. The test deploys them.
    deployButton: "-32602",
    deployFailingButton: "-32602",
    deployMultisigButton: "-32602",
    sendHeavyHexDataButton: "ok",
    // EIP-747 requires a number of decimals; the page sends text.
    watchAssets: "-32602",
    transferTokens: "ok",
    approveTokens: "ok",
    increaseTokenAllowance: "ok",
    getAllowance: "no request",
    transferFromTokens: "no request",
    transferTokensWithoutGas: "ok",
    approveTokensWithoutGas: "ok",
    // Its fields are empty.
    eip747WatchButton: "-32602",
    eip5792SendCallsButton: "ok",
    eip5792SendCallsApprovalButton: "ok",
    eip5792SendCallsRequiredAssetsButton: "disabled",
    eip5792GetCallsStatusButton: "ok",
    eip5792GetCapabilitiesButton: "ok",
    eip5792SendCallsEdit: "no request",
    eip5792AddCall: "no request",
    // The swap needs networks that the chain is not.
    resetConfigButton: "no request",
    swapComparisonSwapButton: "disabled",
    batchUsdcSwapResetButton: "no request",
    batchUsdcSwapExecuteButton: "disabled",
    batchUsdcSwapCheckStatusButton: "disabled",
    maliciousRawEthButton: "ok",
    mintSepoliaERC20: "ok",
    // The page has no contract on this chain, so the recipient is missing.
    maliciousERC20TransferButton: "-32602",
    maliciousApprovalButton: "-32602",
    maliciousSetApprovalForAll: "-32602",
    maliciousContractInteractionButton: "ok",
    // The token is not on this chain.
    maliciousPermit: "4200",
    maliciousTradeOrder: "ok",
    maliciousSeaport: "ok",
    ppomSendMaliciousEthButton: "ok",
    // As above.
    ppomSendMaliciousERC20TransferButton: "-32602",
    ppomSendMaliciousERC20ApprovalButton: "-32602",
    ppomSendMaliciousSetApprovalForAllButton: "-32602",
    ppomSendMaliciousContractInteractionButton: "ok",
    ppomSendThreeMaliciousTxsButton: "-32602",
    ppomGetCallsStatusButton: "ok",
    // As for the other contracts; the page estimates first.
    createToken: "3",
    openNetworkPicker: "no request",
  },
  queues: {
    // Ten requests, one after another in the same window.
    sendEIP1559Batch: "ok",
    sendEIP1559Queue: "ok",
    // Permits of a token that is not on this chain.
    signTypedDataV4Batch: "4200",
    signTypedDataV4Queue: "4200",
    // Not bytes.
    maliciousSendWithOddHexData: "-32602",
    maliciousApproveERC20WithOddHexData: "-32602",
    // No hex.
    maliciousSendWithoutHexPrefixValue: "-32602",
    // Malformed chain id and contract.
    maliciousPermitHexPaddedChain: "-32602",
    maliciousPermitIntAddress: "-32602",
  },
  signatures: {
    // Passkeys cannot decrypt.
    getEncryptionKeyButton: "-32601",
    encryptButton: "disabled",
    decryptButton: "disabled",
    // Unsupported on purpose.
    ethSign: "4200",
    personalSign: "ok",
    // The page recovers an address, which fails for contracts.
    personalSignVerify: "no request",
    // The array format of the first version.
    signTypedData: "-32602",
    signTypedDataVerify: "disabled",
    signTypedDataV3: "ok",
    signTypedDataV3Verify: "no request",
    signTypedDataV4: "ok",
    signTypedDataV4Verify: "no request",
    // The token has no permit for contracts.
    signPermit: "4200",
    signPermitVerify: "disabled",
    signBlurOrder: "ok",
    signPermitSingle: "ok",
    signPermitBatch: "ok",
    signSeaportBulkOrder: "ok",
    siwe: "ok",
    siweResources: "ok",
    // The dialog rejects a message for another domain.
    siweBadDomain: "4001",
    siweBadAccount: "ok",
    siweMalformed: "ok",
    // Malformed on purpose.
    signInvalidType: "-32602",
    signEmptyDomain: "-32602",
    signExtraDataNotTyped: "ok",
    signInvalidPrimaryType: "-32602",
    signNoPrimaryTypeDefined: "-32602",
    signInvalidVerifyingContractType: "-32602",
    // Malformed on purpose. Gas, fees and type are ignored.
    sendWithInvalidValue: "-32602",
    sendWithInvalidTxType: "ok",
    sendWithInvalidRecipient: "-32602",
    sendWithInvalidGasLimit: "ok",
    sendWithInvalidMaxFeePerGas: "ok",
    // A transaction type of another chain.
    sendTempoBatchTx: "-32602",
    // The service does not have the chain.
    addEthereumChain: "4902",
    switchEthereumChain: "4902",
    ensSubmit: "no request",
  },
  piggybank: {
    depositButton: "ok",
    // The owner of the contract is the deployer.
    withdrawButton: "3",
  },
  nfts: {
    mintButton: "ok",
    // The wallet lists ERC-20 tokens only.
    watchNFTButton: "-32602",
    watchNFTsButton: "ok",
    approveButton: "ok",
    setApprovalForAllButton: "ok",
    revokeButton: "ok",
    transferFromButton: "ok",
    // The checksum of an address is wrong.
    sign721Permit: "-32602",
    sign721PermitVerify: "disabled",
    deployNFTsButton: "-32602",
  },
  failingContract: {
    // The dialog shows that the call fails, and offers no approval.
    sendFailingButton: "4001",
  },
  multisig: {
    sendMultisigButton: "ok",
  },
  erc1155: {
    // The owner of the contract is the deployer.
    batchMintButton: "3",
    batchTransferFromButton: "ok",
    setApprovalForAllERC1155Button: "ok",
    revokeERC1155Button: "ok",
    // The wallet lists ERC-20 tokens only.
    watchAssetButton: "-32602",
    deployERC1155Button: "-32602",
  },
};
