/** Reads the settings of a project or key from a form. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Settings } from "../keys/projects.ts";
import { limitNames, type Policy, policySchema } from "../keys/policy.ts";

/** Reads domains and policy from a form. */
export function readSettings(form: FormData): Settings {
  const domains = String(form.get("domains") ?? "").split(/\s+/).filter((line) => line !== "");
  if (form.get("sponsors") === null) return { domains, policy: null };
  const limits = limitNames.map((name) => [name, Number(form.get(name) ?? Number.NaN)] as const);
  const targets = parseTargets(String(form.get("targets") ?? ""));
  const { success, data, error } = policySchema.safeParse({
    ...Object.fromEntries(limits),
    firstOperationsByServer: form.get("firstOperationsByServer") !== null,
    ...(targets.length > 0 && { targets }),
  });
  if (success) return { domains, policy: data satisfies Policy };
  const [issue] = error.issues;
  throw new AcctError("invalid_params", {
    field: issue?.path.join(".") ?? "policy",
    detail: `${issue?.path.join(".")}: ${issue?.message}`,
  });
}

/**
 * Parses lines of an address, optionally a chain id, optionally functions; the schema validates
 * them.
 */
function parseTargets(text: string) {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const [address, ...rest] = line.split(/[\s,]+/);
    const chains = rest.filter((word) => /^\d+$/.test(word));
    const functions = rest.filter((word) => !chains.includes(word));
    return {
      address,
      ...(chains.length > 0 && { chainId: chains.length === 1 ? Number(chains[0]) : Number.NaN }),
      ...(functions.length > 0 && { functions }),
    };
  });
}
