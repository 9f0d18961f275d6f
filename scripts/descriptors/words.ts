/**
 * Checks the wording of a descriptor: an action for each function, and amounts as amounts.
 *
 * @module
 */
import type { FunctionFormat } from "../../core/reading/descriptor/descriptor.ts";

/**
 * Verbs of intents. An intent without any of them names a contract or a struct, and not an action.
 */
const verbs: ReadonlySet<string> = new Set(
  `
  abort accept activate add allow announce apply approve attest authenticate authorize bid bond borrow bridge burn
  buy call cancel cast change check claim close collect comment commit compound confirm convert create
  deactivate deaffiliate affiliate decrease delegate delete deploy deposit dequeue deregister disable
  distribute donate edit enable enter exchange execute exit extend fill finalize follow forward fund
  give grant harvest increase initialise initialize invest invoke join kick leave lend link liquidate list
  lock make manage merge migrate mint mirror modify move notify open opt pause pay permit place plant
  poke post prepare propose pull purchase push queue quote rebalance receive reclaim record recover
  redeem redelegate refresh refund register reject release relock remit remove rename renew renounce
  reorder repay replace report reprice request reset resolve restake restore resume return reveal
  revoke route run save sell send set settle setup shield sign spend split stake start submit subscribe
  supply swap sweep switch sync take tip toggle top trade transfer trigger unbond undelegate unfollow unlink
  unlist unlock unshield unstake unsubscribe unwhitelist unwrap update upgrade upvote use validate
  verify vote whitelist withdraw wrap zap
`.trim().split(/\s+/),
);

/** Labels of values that need their decimals and unit. */
const AMOUNT = /\b(?:amounts?|values?|quantit(?:y|ies)|prices?|fees?|shares|assets|balances?)\b/i;

/**
 * Returns the problem of the wording of a function or message. `types` are the types of its values.
 */
export function wordsProblem(
  { intent, fields }: FunctionFormat,
  types: ReadonlyMap<string, string>,
): string | null {
  const words = intent.toLowerCase().split(/[^a-z]+/);
  if (!words.some((word) => verbs.has(word) || verbs.has(word.replace(/s$/, "")))) {
    return `its intent names no action: ${intent}`;
  }
  const bare = fields.find(({ path, label, format, visible }) =>
    format === "raw" && visible !== "never" && AMOUNT.test(label) &&
    /^u?int/.test(types.get(path.replaceAll(/\.\[[^\]]*\]$/g, "")) ?? "")
  );
  return bare === undefined ? null : `${bare.path} is an amount, and shown raw`;
}

/**
 * Lists the intents shared by several functions of a file, because a reader cannot distinguish
 * these functions. Overloads of one name may share an intent.
 */
export function sharedIntents(
  formats: Readonly<Record<string, FunctionFormat>>,
): ReadonlySet<string> {
  const names = new Map<string, string>();
  const shared = new Set<string>();
  for (const [key, { intent }] of Object.entries(formats)) {
    const name = key.slice(0, key.indexOf("("));
    if ((names.get(intent) ?? name) !== name) shared.add(intent);
    names.set(intent, name);
  }
  return shared;
}
