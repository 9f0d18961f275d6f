/** Lists every cause of an error, with its code, message and advice. @module */

/** The identifier of an error's exact cause. */
export type Cause =
  | "user_rejected"
  | "window_closed"
  | "passkey_cancelled"
  | "aborted"
  | "unauthorized"
  | "connection_revoked"
  | "origin_not_allowed"
  | "key_invalid"
  | "key_secret"
  | "wrong_passkey"
  | "passkey_unknown"
  | "method_unsupported"
  | "handler_unsupported"
  | "permit_unsupported"
  | "passkey_invalid"
  | "passkey_exists"
  | "passkey_wrong_site"
  | "passkey_no_authenticator"
  | "passkey_unsupported"
  | "service_down"
  | "may_be_sent"
  | "popup_blocked"
  | "window_lost"
  | "host_unreachable"
  | "disposed"
  | "chain_down"
  | "chain_unknown"
  | "capability_unsupported"
  | "chain_unsupported"
  | "duplicate_id"
  | "unknown_bundle"
  | "bundle_too_large"
  | "atomicity_unsupported"
  | "parse_error"
  | "invalid_request"
  | "method_not_found"
  | "invalid_params"
  | "internal"
  | "passkey_failed"
  | "passkey_pending"
  | "storage_full"
  | "storage_down"
  | "limit_exceeded"
  | "node_refused"
  | "simulation_reverts"
  | "reverted"
  | "operation_refused"
  | "sponsor_failed"
  | "quote_changed"
  | "not_ready"
  | "service_mismatch"
  | "insufficient_funds"
  | "name_taken"
  | "code_unknown"
  | "owner_is_contract"
  | "permission_unknown";

/** A row of the table of causes: the code, the message, and the advice. */
export interface CauseRow {
  /** Code of EIP-1193, EIP-5792 or JSON-RPC 2.0. */
  readonly code: number;
  /** Describes the error and the actions that were not taken. */
  readonly message: string;
  /** Describes the next step. */
  readonly advice: string;
}

/** Every cause, with its code, message and advice. Text may be appended; the code never changes. */
export const causes: Readonly<Record<Cause, CauseRow>> = {
  // EIP-1193
  user_rejected: {
    code: 4001,
    message: "The request was rejected. Nothing was signed or sent.",
    advice: "Try again when the user wants to.",
  },
  window_closed: {
    code: 4001,
    message: "The wallet window was closed. Nothing was signed or sent.",
    advice: "Try again when the user wants to.",
  },
  passkey_cancelled: {
    code: 4001,
    message: "The passkey prompt was closed or timed out. Nothing was signed or sent.",
    advice: "Try again in a new click.",
  },
  aborted: {
    code: 4001,
    message: "The request was aborted. Nothing was signed or sent.",
    advice: "Send it again.",
  },
  unauthorized: {
    code: 4100,
    message: "The account is not connected to this page.",
    advice: "Connect first with eth_requestAccounts or wallet_connect.",
  },
  connection_revoked: {
    code: 4100,
    message: "The wallet ended this page's connection. Nothing was signed.",
    advice: "Connect again.",
  },
  origin_not_allowed: {
    code: 4100,
    message: "The API key does not allow this origin.",
    advice: "Add the domain to the key.",
  },
  key_invalid: {
    code: 4100,
    message: "The service does not know this API key.",
    advice: "Check apiKey. It may be revoked.",
  },
  key_secret: {
    code: 4100,
    message: "A secret key (sk_) was used in a browser.",
    advice: "Use a pk_ key, and revoke this one.",
  },
  wrong_passkey: {
    code: 4100,
    message: "This passkey does not belong to the connected account. Nothing was sent.",
    advice: "Use the account's passkey.",
  },
  passkey_unknown: {
    code: 4100,
    message: "This passkey has no known account.",
    advice: "Try another passkey, or create an account.",
  },
  method_unsupported: {
    code: 4200,
    message: "This method is not supported.",
    advice: "See the documentation.",
  },
  handler_unsupported: {
    code: 4200,
    message: "The dialog handler does not support this method.",
    advice: "Support it in canHandle, or use ReactUIHandler.",
  },
  permit_unsupported: {
    code: 4200,
    message: "The token cannot accept this account's permit. Nothing was signed.",
    advice: "Send approve instead.",
  },
  passkey_invalid: {
    code: 4100,
    message: "The passkey's response is not valid. Nothing was sent.",
    advice: "Try again, or use another passkey.",
  },
  passkey_exists: {
    code: 4100,
    message: "This device already has a passkey for this account. No passkey was created.",
    advice: "Use it.",
  },
  passkey_wrong_site: {
    code: 4100,
    message: "This page cannot use the passkeys of the configured site. Nothing was signed.",
    advice: "Correct preference.rpId.",
  },
  passkey_no_authenticator: {
    code: 4200,
    message: "No authenticator is available for passkeys.",
    advice: "Use another device.",
  },
  passkey_unsupported: {
    code: 4200,
    message: "This browser cannot use passkeys here.",
    advice: "Use a current browser, not an app's view.",
  },
  service_down: {
    code: 4900,
    message: "The wallet service cannot be reached.",
    advice: "Check the network and the page's CSP.",
  },
  may_be_sent: {
    code: 4900,
    message: "The request ended without an outcome. It may have been sent.",
    advice: "Check data.id with wallet_getCallsStatus first.",
  },
  popup_blocked: {
    code: 4900,
    message: "The browser blocked the wallet window. Nothing was signed or sent.",
    advice: "Send it in a click, or allow popups.",
  },
  window_lost: {
    code: 4900,
    message:
      "The wallet window was closed, or cut off by this page's Cross-Origin-Opener-Policy. Nothing was signed or sent.",
    advice: "Set this header to same-origin-allow-popups.",
  },
  host_unreachable: {
    code: 4900,
    message: "The wallet host cannot be reached. Nothing was signed or sent.",
    advice: "Check the network and the page's CSP.",
  },
  disposed: {
    code: 4900,
    message: "This provider was disconnected.",
    advice: "Create a new one.",
  },
  chain_down: {
    code: 4901,
    message: "The chain's node or bundler cannot be reached.",
    advice: "Try again later.",
  },
  chain_unknown: {
    code: 4902,
    message: "The service does not support this chain.",
    advice: "Use another chain.",
  },
  // EIP-5792
  capability_unsupported: {
    code: 5700,
    message: "A required capability is not supported.",
    advice: "Mark it as optional, or omit it.",
  },
  chain_unsupported: {
    code: 5710,
    message: "The wallet cannot send calls on this chain.",
    advice: "See wallet_getCapabilities.",
  },
  duplicate_id: {
    code: 5720,
    message: "The id is in use. Nothing was sent.",
    advice: "Choose a new id.",
  },
  unknown_bundle: {
    code: 5730,
    message: "The bundle is unknown.",
    advice: "Pass an id of wallet_sendCalls.",
  },
  bundle_too_large: {
    code: 5740,
    message: "The bundle is too large. Nothing was sent.",
    advice: "Split it.",
  },
  atomicity_unsupported: {
    code: 5760,
    message: "The calls cannot be atomic on this chain.",
    advice: "Send them with atomicRequired: false.",
  },
  // JSON-RPC 2.0
  parse_error: {
    code: -32700,
    message: "The request is not valid JSON.",
    advice: "Send a JSON-RPC 2.0 request.",
  },
  invalid_request: {
    code: -32600,
    message: "The request is not valid JSON-RPC 2.0.",
    advice: "Send a JSON-RPC 2.0 request.",
  },
  method_not_found: {
    code: -32601,
    message: "The method does not exist.",
    advice: "See the documentation.",
  },
  invalid_params: {
    code: -32602,
    message: "The parameters are not valid.",
    advice: "Correct the named field.",
  },
  internal: {
    code: -32603,
    message: "An unexpected error occurred.",
    advice: "See the cause, and report it.",
  },
  passkey_failed: {
    code: -32603,
    message: "The passkey prompt failed. Nothing was signed or sent.",
    advice: "Try another device or manager.",
  },
  passkey_pending: {
    code: -32002,
    message: "Another passkey prompt is open. Nothing was signed or sent.",
    advice: "Close it.",
  },
  storage_full: {
    code: -32603,
    message: "The service's disk is full.",
    advice: "Try again later.",
  },
  storage_down: {
    code: -32603,
    message: "The service's database cannot be reached.",
    advice: "Try again later.",
  },
  limit_exceeded: {
    code: -32005,
    message: "Too many requests.",
    advice: "Try again after data.retryAfter seconds.",
  },
  // Code and message are the node's; some nodes use 3 for a reverted call.
  node_refused: {
    code: -32000,
    message: "The chain's node refused the request.",
    advice: "See its message and data.data.",
  },
  // User operations (ERC-4337 codes of the bundler, in plain words)
  // web3.js replaces every error with "revert" in its message, and drops code and data.
  simulation_reverts: {
    code: -32521,
    message: "The calls would fail on chain. Nothing was sent.",
    advice: "Check calls and balances.",
  },
  reverted: {
    code: -32507,
    message: "The operation failed on chain. Only its fee was paid.",
    advice: "See the receipt.",
  },
  operation_refused: {
    code: -32500,
    message: "The EntryPoint refused the operation. Nothing was sent.",
    advice: "See the cause for its AA code.",
  },
  sponsor_failed: {
    code: -32501,
    message: "The sponsor refused to pay. Nothing was sent.",
    advice: "Try again, or pay from the account.",
  },
  quote_changed: {
    code: -32604,
    message: "The fee or the expected result changed. Nothing was signed.",
    advice: "Review the new amounts.",
  },
  not_ready: {
    code: -32605,
    message: "The request is not ready. Nothing was signed.",
    advice: "Wait until it is ready.",
  },
  service_mismatch: {
    code: -32606,
    message: "The service prepared another request. Nothing was signed.",
    advice: "Contact the operator.",
  },
  insufficient_funds: {
    code: -32607,
    message: "The account cannot pay for this. Nothing was sent.",
    advice: "Add funds, or lower the amount.",
  },
  name_taken: {
    code: -32608,
    message: "The name is taken. Nothing was changed.",
    advice: "Choose another name.",
  },
  code_unknown: {
    code: -32609,
    message: "The account runs unknown code. Nothing was signed.",
    advice: "Reload. If it remains, avoid this chain.",
  },
  owner_is_contract: {
    code: -32611,
    message: "The address is a contract. Nothing was sent.",
    advice: "Use another address.",
  },
  permission_unknown: {
    code: -32610,
    message: "The permission is unknown. Nothing was sent.",
    advice: "Pass the id that was granted.",
  },
};
