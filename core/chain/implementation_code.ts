// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x214dc0e39d4f33716a9eac5a0a105a951480fb8053a1fbdd04bf122548b061a6" as const;
/** Where these words start. */
export const implementationWords = [6503,10898,10931,10966,11080,11118,12628,12688,14520] as const;
