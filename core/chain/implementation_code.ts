// Written by `deno task compile`; do not edit.
/** Hash of the account's code with zeros in place of the words that its constructor fills in. */
export const implementationHash =
  "0xcf56bc6519b4226e2e87379075b36d2c1c836851dd1504dfa9bbf3c9b751d51d" as const;
/** Where these words start. */
export const implementationWords = [6503,10899,10932,10967,11081,11119,12629,12689,14660] as const;
