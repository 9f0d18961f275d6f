/** Warns of option names from an old example, and names the correct ones. @module */

const misspelled: Readonly<Record<string, string>> = {
  paymasterUrl: "paymasters",
  ensConfig: "ens",
  mode: "preference.mode",
};

/** Warns on the console, once per name. */
export function warnOfMisspelled(given: readonly string[]): void {
  for (const [key, right] of Object.entries(misspelled)) {
    if (given.includes(key)) {
      console.warn(`Acct: the option "${key}" is not known; "${right}" is meant.`);
    }
  }
}
