/** Names the passkeys' secrets in the storage. @module */

/** Key of the secrets. */
export const SECRETS_KEY = "acct.synced.1";
