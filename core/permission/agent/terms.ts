/** Validates what an app says of an agent that gets a permission. @module */
import { AcctError } from "../../protocol/errors.ts";
import { cleanText } from "../../lib/text.ts";

/** Name of an agent, in characters. */
const MAX_AGENT_NAME = 48;
/** Purpose of an agent, in characters. */
const MAX_PURPOSE = 120;
/** Hosts that an agent promises to pay. */
const MAX_HOSTS = 8;
/** Host, in characters. */
const MAX_HOST = 253;
/** Times that a text may be longer than what is shown of it. */
const MAX_EXCESS = 8;

/** Words of an app about the agent; nothing on the chain holds them. */
export interface AgentTerms {
  /** Name of the agent, up to 48 characters. */
  readonly name: string;
  /** Purpose, up to 120 characters. */
  readonly purpose?: string;
  /** Hosts that it promises to pay, up to 8. */
  readonly hosts?: readonly string[];
}

/**
 * Reads the words: letters, digits and a few marks remain of them, so that none ends a quotation or
 * looks like a figure of the wallet's own.
 *
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
