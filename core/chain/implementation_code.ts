// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x2f83655e6cb5cc19dd185fb45e751c020c48e6b88820f8f9ff8a0855429fd9d5" as const;
/** Where these words start. */
export const implementationWords = [6503,10872,10905,10940,11054,11092,12602,12662,14596] as const;
