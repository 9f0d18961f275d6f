/** Validates an app's description of an agent that gets a permission. @module */
import { AcctError } from "../../ground/errors.ts";
import { cleanText } from "../../lib/text.ts";

/** Maximum length of an agent's name, in characters. */
const MAX_AGENT_NAME = 48;
/** Maximum length of an agent's purpose, in characters. */
const MAX_PURPOSE = 120;
/** Maximum number of hosts that an agent promises to pay. */
const MAX_HOSTS = 8;
/** Host, in characters. */
const MAX_HOST = 253;
/** Maximum length of a text, as a multiple of the displayed length. */
const MAX_EXCESS = 8;

/** Description of an agent by the app. It is not stored on chain. */
export interface AgentTerms {
  /** Name of the agent, up to 48 characters. */
  readonly name: string;
  /** Purpose, up to 120 characters. */
  readonly purpose?: string;
  /** Hosts that the agent promises to pay, up to 8. */
  readonly hosts?: readonly string[];
}

/**
 * Validates the description of an agent, and returns it as the wallet displays it: shortened, and with
 * letters, digits and a few punctuation marks only.
 *
 * @param path path of `value` in errors; empty if its fields have no common path
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function readAgentTerms(value: unknown, path: string): AgentTerms {
  const { name, purpose, hosts } = typeof value === "object" && value !== null
    ? value as Readonly<Record<string, unknown>>
    : {};
  const at = path === "" ? "" : `${path}.`;
  return {
    name: wordsOf(name, MAX_AGENT_NAME, `${at}name`),
    ...(purpose !== undefined && { purpose: wordsOf(purpose, MAX_PURPOSE, `${at}purpose`) }),
    ...(hosts !== undefined && { hosts: hostsOf(hosts, `${at}hosts`) }),
  };
}

function wordsOf(value: unknown, max: number, field: string): string {
  const isShort = typeof value === "string" && value.length <= MAX_EXCESS * max;
  const words = cleanText(isShort && value.replace(/[^\p{L}\p{M}\p{N}\s.,_&+'-]/gu, ""), max);
  if (words === "") throw wrong(field, "It must be a short text with letters or digits.");
  return words;
}

function hostsOf(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length > MAX_HOSTS) {
    throw wrong(field, `It must be a list of at most ${MAX_HOSTS} hosts.`);
  }
  return Array.from(value, (host: unknown, index) => {
    const name = typeof host === "string" && host.length <= MAX_HOST ? host.toLowerCase() : "";
    if (!/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]+(?::\d{1,5})?$/.test(name)) {
      throw wrong(`${field}[${index}]`, "It must be a host such as api.example.com.");
    }
    return name;
  });
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field, detail });
}
