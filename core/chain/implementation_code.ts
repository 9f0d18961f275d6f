// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x568b5f8908d5bb3013aabe14d90cbc299644159d38b26b6add2b887d528d8b64" as const;
/** Where these words start. */
export const implementationWords = [6374,8567,8600,8635,8749,8787,10368,10423,11383] as const;
