// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x2899a3f6b5abcc189ba159cc4b713532812af0e40655a4afa88272b21043bebd" as const;
/** Where these words start. */
export const implementationWords = [6363,9203,9236,9271,9385,9423,10927,10982,11929] as const;
