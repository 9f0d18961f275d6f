/** Option names that a guide example mentions, and the options that are meant. @module */

const misspelled: Readonly<Record<string, string>> = {
  paymasterUrl: "paymasters",
  ensConfig: "ens",
  mode: "preference.mode",
};

/** Says so on the console, once for each. */
export function warnOfMisspelled(given: readonly string[]): void {
  for (const [key, right] of Object.entries(misspelled)) {
    if (given.includes(key)) {
      console.warn(`Acct: the option "${key}" is not known; "${right}" is meant.`);
    }
  }
}
