// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0x481ab5dbcfbea064043eb8ffaa55268cf70e7bf81a421be6002276355a598739" as const;
/** Where these words start. */
export const implementationWords = [4746,6222,10398,10431,10466,10580,10618,12128,12188,12323,13495,13757] as const;
