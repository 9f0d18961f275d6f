// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x17f63936cd6b9ae5852cbae11a517ba23e21f61ead3816c66b89a314373c5b84" as const;
/** Where these words start. */
export const implementationWords = [6374,8567,8600,8635,8749,8787,10368,10423,11383] as const;
