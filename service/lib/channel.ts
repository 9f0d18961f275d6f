/** Channel of the database's notifications. */
export const CHANNEL = "acct";
