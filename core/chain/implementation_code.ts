// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x180096d0a1a39d6bf07c993461a890f9f226158bc06a4b21e082be528b756e99" as const;
/** Where these words start. */
export const implementationWords = [6268,8898,8931,8966,9080,9118,10622,10677,11624] as const;
