// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0xfdcf7a5245f20e7b76224348e96b9d1ce3d7e80b2d70740893e8250236b7d235" as const;
/** Where these words start. */
export const implementationWords = [6374,8567,8600,8635,8749,8787,10368,10423,11383] as const;
