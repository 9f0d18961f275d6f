/**
 * Defines the limits that page, wallet host and service share. Both sides of a boundary enforce the
 * same number, so that one does not reject a value that the other accepted.
 *
 * @module
 */

/** Maximum calls of one batch. */
export const MAX_CALLS = 256;
/** Maximum call data of an operation, in bytes; nodes accept transactions of up to 128 KiB. */
export const MAX_CALL_DATA_BYTES = 120_000;
/**
 * Maximum encoded batch, in bytes; the rest of the operation is reserved for a used permission and
 * a fee approval.
 */
export const MAX_BATCH_BYTES = 112_000;
/** Bundle id chosen by the dApp, in bytes (EIP-5792). */
export const MAX_BUNDLE_ID_BYTES = 4_096;

/** URL of a paymaster service, in characters. */
export const MAX_URL_LENGTH = 2_048;
/** Context for a paymaster service, in characters of its JSON. */
export const MAX_CONTEXT_LENGTH = 20_000;

/** Message to sign, in bytes. */
export const MAX_MESSAGE_BYTES = 100_000;
/** Typed data to sign, in characters of its JSON. */
export const MAX_TYPED_DATA_LENGTH = 2_000_000;
/** Members of a struct of typed data. */
export const MAX_STRUCT_MEMBERS = 1_000;
/** Maximum nesting depth of lists and structs in typed data, as in the dialogs. */
export const MAX_TYPED_DATA_DEPTH = 32;
/** Name of a type or of a member of typed data, in characters. */
export const MAX_TYPE_NAME_LENGTH = 1_000;

/** Calls, spends, and watched tokens of one permission; rules of a call; values of a rule. */
export const MAX_PERMISSION_ENTRIES = 32;
/** Permissions of one request (ERC-7715). */
export const MAX_EXECUTION_REQUESTS = 10;
/** Maximum position of a rule's word: `uint8`. */
export const MAX_RULE_WORD = 255;
/** Signature of a function as text, in characters. */
export const MAX_FUNCTION_LENGTH = 500;
/** Units of one period of a spend permission. */
export const MAX_MULTIPLIER = 255;
/** Unix time in a permission: `uint48`. */
export const MAX_TIMESTAMP: number = 2 ** 48 - 1;
/** Allowance of a spend permission, in bits: `uint160`. */
export const ALLOWANCE_BITS = 160;

/** Items of a dApp's ABI. */
export const MAX_ABI_ITEMS = 500;

/** Maximum number of tokens that one request describes: a permission's, and the watched ones. */
export const MAX_TOKENS = 64;
/** Tokens that one request prices. */
export const MAX_PRICED = 100;
/** Maximum number of addresses in one name lookup. */
export const MAX_LOOKED_UP = 20;
/**
 * Maximum number of tokens that one request names, to have `MAX_TOKENS` of them described. Listed
 * tokens are described first, so that unknown tokens cannot displace them.
 */
export const MAX_NAMED_TOKENS = 512;
/**
 * Maximum number of tokens that the account measures before and after calls, in addition to the
 * native currency.
 */
export const MAX_BOUNDED_TOKENS = 12;
/** Symbol of a token, in characters. */
export const MAX_SYMBOL_LENGTH = 16;
/** Name of a token, in characters. */
export const MAX_TOKEN_NAME_LENGTH = 60;
/** Decimals of a token: its whole unit fits into 256 bits. */
export const MAX_DECIMALS = 77;
/** Chains that one filter names. */
export const MAX_CHAINS = 200;
/** Assets that one filter names, in all. */
export const MAX_ASSETS = 100;
/** Kinds of assets that one filter names. */
export const MAX_ASSET_TYPES = 10;

/** Items of a page of history. */
export const MAX_HISTORY_ITEMS = 100;
/** Default number of items of a page of history. */
export const DEFAULT_HISTORY_ITEMS = 20;
/** Id of a transfer, in characters. */
export const MAX_PLACE_LENGTH = 86;

/** Text records of one name (ENSIP-5). */
export const MAX_TEXT_RECORDS = 20;
/** Key of a text record, in characters. */
export const MAX_TEXT_KEY_LENGTH = 64;
/** Value of a text record, in characters. */
export const MAX_TEXT_VALUE_LENGTH = 512;
/** Contracts of one request for descriptors. */
export const MAX_DESCRIBED_CONTRACTS = 8;
/** ENS name, in characters. */
export const MAX_NAME_LENGTH = 255;

/** Maximum bytes that a dApp appends to an operation's call data (ERC-8021). */
export const MAX_DATA_SUFFIX_BYTES = 1_024;

/** Nonce of a sign-in (EIP-4361), in characters. */
export const MAX_NONCE_LENGTH = 256;
/** Statement of a sign-in, in characters. */
export const MAX_STATEMENT_LENGTH = 2_048;
/** Characters of the id of a sign-in request. */
export const MAX_SIGN_IN_ID_LENGTH = 256;
/** Resources of a sign-in. */
export const MAX_RESOURCES = 16;
/** Characters of a resource of a sign-in. */
export const MAX_RESOURCE_LENGTH = 512;
/** Characters of a time (RFC 3339). */
export const MAX_RFC3339_LENGTH = 40;

/** API key, in characters. */
export const MAX_API_KEY_LENGTH = 1_000;
/**
 * Maximum size of a message between windows, in characters of its texts and names; other values
 * count as one. The limit allows typed data of the maximum length.
 */
export const MAX_MESSAGE_SIZE = 2_100_000;
/** Id of a request between windows, in characters. */
export const MAX_REQUEST_ID_LENGTH = 64;

/**
 * Maximum path of a wrong field in an error, in characters, because the dApp can choose names in
 * it.
 */
export const MAX_FIELD_LENGTH = 200;
/** Detail in the message of an error, in characters. */
export const MAX_DETAIL_LENGTH = 1_000;

/** Id of a passkey, in characters of base64url: 1023 bytes. */
export const MAX_CREDENTIAL_ID_LENGTH = 1_364;
/** Authenticator data of an assertion, in bytes. */
export const MAX_AUTHENTICATOR_DATA_BYTES = 2_048;
/** Client data of an assertion, in characters of its JSON. */
export const MAX_CLIENT_DATA_LENGTH = 4_096;

/** Factory data of an operation, in bytes. */
export const MAX_FACTORY_DATA_BYTES = 32_768;
/** Paymaster data of an operation, in bytes. */
export const MAX_PAYMASTER_DATA_BYTES = 8_192;

/** Owners of an account. */
export const MAX_OWNERS = 16;
/** Indices of an account's owners. */
export const MAX_INDICES = 32;
/** Heads that one owner change may continue. */
export const MAX_HEADS = 64;
/** Operations that one signature covers. */
export const MAX_JOINT_OPERATIONS = 64;
/** Minimum recovery delay, in seconds. */
export const MIN_RECOVERY_DELAY_S = 86_400;
/** Maximum recovery delay, in seconds. */
export const MAX_RECOVERY_DELAY_S = 2_592_000;
/**
 * Default recovery delay of an account without notifications, whose user learns of a recovery only
 * in the wallet.
 */
export const UNNOTIFIED_RECOVERY_DELAY_S = 604_800;
/** Signature of an account, in bytes. */
export const MAX_SIGNATURE_BYTES = 32_768;
/** Signature of a grant or of an owner change, in bytes. */
export const MAX_OWNER_SIGNATURE_BYTES = 4_096;
/** Encrypted data that the wallets of one passkey share, in bytes. */
export const MAX_SYNCED_DATA_BYTES = 16_384;
/** Owner changes of one account. */
export const MAX_OWNER_CHANGES = 1_000;

/** Name of an account, in characters; authenticators store at least 64 bytes of it. */
export const MAX_ACCOUNT_NAME_LENGTH = 40;
/** Maximum bytes of a name that every authenticator accepts; some reject longer ones. */
export const MAX_USER_NAME_BYTES = 64;
/** Chains that an exported account names, and their names. */
export const MAX_RECORD_CHAINS = 1_000;
export const MAX_CHAIN_NAME_LENGTH = 100;
/** Amount in digits. */
export const MAX_AMOUNT_LENGTH = 80;
/** Name or type in an ABI, in characters. */
export const MAX_ABI_NAME_LENGTH = 64;
