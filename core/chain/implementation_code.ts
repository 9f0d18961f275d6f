// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0xe2729bc13889c7838409f955240dee8feb4c4946fb0af167583ddd93eb463812" as const;
/** Where these words start. */
export const implementationWords = [6380,10776,10809,10844,10958,10996,12506,12566,14537] as const;
