/** Fields that the service alone reads: the wallet writes them. @module */
import * as limits from "../../core/ground/limits.ts";
import {
  account,
  address,
  bytes,
  change,
  claim,
  credential,
  letters,
  oneCall,
  operation,
  permission,
  prepared,
  proof,
  recovery,
  type Row,
  sent,
  service,
  times,
} from "./requests.ts";

/** Fields with a limit. */
export const serviceRows: readonly Row[] = [
  {
    limit: "MAX_CALL_DATA_BYTES",
    of: oneCall(limits.MAX_CALL_DATA_BYTES),
    cause: "bundle_too_large",
    service: service("acct_prepare", "calls", (calls) => ({ ...prepared, calls })),
  },
  {
    limit: "MAX_CALL_DATA_BYTES",
    of: bytes,
    service: service("acct_prepare", "callData", (callData) => ({
      ...prepared,
      calls: [],
      callData,
    })),
  },
  {
    limit: "MAX_CALL_DATA_BYTES",
    of: bytes,
    service: service("acct_send", "operation.callData", (callData) => ({
      ...sent,
      operation: { ...operation, callData },
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(address),
    service: service("acct_putGrant", "permission.watched", (watched) => ({
      permission: { ...permission, watched },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(address),
    service: service("acct_getApprovals", "spenders", (spenders) => ({
      account: address,
      spenders,
    })),
  },
  {
    limit: "MAX_NAMED_TOKENS",
    of: times(address),
    service: service("acct_getTokens", "tokens", (tokens) => ({ chainId: "0x1", tokens })),
  },
  {
    limit: "MAX_DESCRIBED_CONTRACTS",
    of: times(address),
    service: service("acct_getDescriptors", "contracts", (contracts) => ({
      chainId: "0x1",
      contracts,
    })),
  },
  {
    limit: "MAX_PRICED",
    of: times({ chainId: "0x1", address: null }),
    service: service("acct_getPrices", "tokens", (tokens) => ({ tokens })),
  },
  {
    limit: "MAX_LOOKED_UP",
    of: times(address),
    service: service(
      "acct_lookUpNames",
      "addresses",
      (addresses) => ({ chainId: "0x1", addresses }),
    ),
  },
  {
    limit: "MAX_LOOKED_UP",
    of: times(address),
    service: service("acct_prepare", "payees", (payees) => ({ ...prepared, payees })),
  },
  {
    limit: "MAX_NAMED_TOKENS",
    of: times(address),
    service: service("acct_prepare", "tokens", (tokens) => ({ ...prepared, tokens })),
  },
  {
    limit: "MAX_JOINT_OPERATIONS",
    of: (size) => size,
    service: service("acct_prepare", "together", (together) => ({ ...prepared, together })),
  },
  {
    limit: "MAX_BOUNDED_TOKENS",
    of: times(address),
    service: service("acct_prepare", "bounds", (bounds) => ({ ...prepared, bounds })),
  },
  {
    limit: "MAX_SIGNATURE_BYTES",
    of: bytes,
    service: service("acct_claimName", "signature", (signature) => ({ ...claim, signature })),
  },
  {
    limit: "MAX_OWNERS",
    of: times(bytes(64)),
    service: service("acct_getOwners", "account.owners", (owners) => ({
      account: { ...account, owners },
    })),
  },
  {
    limit: "MAX_OWNER_SIGNATURE_BYTES",
    of: bytes,
    service: service("acct_putGrant", "signature", (signature) => ({ permission, signature })),
  },
  ...([
    ["signature", "MAX_OWNER_SIGNATURE_BYTES", bytes],
    ["from", "MAX_HEADS", times(bytes(32))],
    ["owners", "MAX_OWNERS", times(change.owners[0])],
    ["next", "MAX_INDICES", (size: number) => size],
    ["delay", "MAX_RECOVERY_DELAY_S", (size: number) => size],
  ] as const).map(([field, limit, of]): Row => ({
    limit,
    of,
    service: service("acct_putOwnerChange", `change.${field}`, (value) => ({
      account,
      change: { ...change, [field]: value },
    })),
  })),
  ...([
    ["signature", "MAX_OWNER_SIGNATURE_BYTES", bytes],
    ["from", "MAX_HEADS", times(bytes(32))],
    ["owners", "MAX_OWNERS", times(change.owners[0])],
    ["next", "MAX_INDICES", (size: number) => size],
  ] as const).map(([field, limit, of]): Row => ({
    limit,
    of,
    service: service("acct_putRecovery", `recovery.${field}`, (value) => ({
      account,
      recovery: { ...recovery, [field]: value },
    })),
  })),
  ...([
    ["signature", "MAX_OWNER_SIGNATURE_BYTES", bytes],
    ["heads", "MAX_HEADS", times(bytes(32))],
  ] as const).map(([field, limit, of]): Row => ({
    limit,
    of,
    service: service("acct_putVeto", `veto.${field}`, (value) => ({
      account,
      veto: { heads: [bytes(32)], target: bytes(32), signature: bytes(65), [field]: value },
    })),
  })),
  {
    limit: "MAX_SYNCED_DATA_BYTES",
    of: bytes,
    service: service("acct_putSyncedData", "data", (data) => ({ token: bytes(32), data })),
  },
  {
    limit: "MAX_CREDENTIAL_ID_LENGTH",
    of: letters,
    service: service("acct_getCredential", "credentialId", (credentialId) => ({ credentialId })),
  },
  {
    limit: "MAX_AUTHENTICATOR_DATA_BYTES",
    of: bytes,
    service: service("acct_putCredential", "proof.authenticatorData", (authenticatorData) => ({
      ...credential,
      proof: { ...proof, authenticatorData },
    })),
  },
  {
    limit: "MAX_CLIENT_DATA_LENGTH",
    of: letters,
    service: service("acct_putCredential", "proof.clientDataJSON", (clientDataJSON) => ({
      ...credential,
      proof: { ...proof, clientDataJSON },
    })),
  },
  {
    limit: "MAX_FACTORY_DATA_BYTES",
    of: bytes,
    service: service("acct_send", "operation.factoryData", (factoryData) => ({
      ...sent,
      operation: { ...operation, factoryData },
    })),
  },
  {
    limit: "MAX_PAYMASTER_DATA_BYTES",
    of: bytes,
    service: service("acct_send", "operation.paymasterData", (paymasterData) => ({
      ...sent,
      operation: { ...operation, paymasterData },
    })),
  },
];
