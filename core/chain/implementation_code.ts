// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0xeeffb1494aa27449c1df6aba93f23ea5d0daea39b21d21d6e35df6482b510f69" as const;
/** Where these words start. */
export const implementationWords = [6268,8898,8931,8966,9080,9118,10622,10677,11624] as const;
