/** Validates what an app says of an agent that gets a permission. @module */
import { cleanText } from "../../lib/text.ts";
import { text, wrong } from "../../protocol/schema/check.ts";
import { custom, list, object, optional, type Schema } from "../../protocol/schema/schema.ts";

/** Name of an agent, in characters. */
const MAX_AGENT_NAME = 48;
/** Purpose of an agent, in characters. */
const MAX_PURPOSE = 120;
/** Hosts that an agent promises to pay. */
const MAX_HOSTS = 8;
/** Host, in characters. */
const MAX_HOST = 253;

/** Words of an app about the agent; nothing on the chain holds them. */
export interface AgentTerms {
  /** Name of the agent, up to 48 characters. */
  readonly name: string;
  /** Purpose, up to 120 characters. */
  readonly purpose?: string;
  /** Hosts that it promises to pay, up to 8. */
  readonly hosts?: readonly string[];
}

/** Removes all but letters, digits and a few marks: nothing that could end a quotation or look like one. */
function plain(value: string): string {
  return value.replace(/[^\p{L}\p{M}\p{N} .,_&+'-]/gu, "");
}

const words = (max: number) =>
  custom("words", (at) => {
    const said = cleanText(plain(cleanText(text(at, max * 8), max * 8)), max);
    if (said === "") throw wrong(at.path, "must have letters or digits");
    return said;
  });

const host = custom("host", (at) => {
  const name = text(at, MAX_HOST).toLowerCase();
  if (!/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]+(?::\d{1,5})?$/.test(name)) {
    throw wrong(at.path, "must be a host such as api.example.com");
  }
  return name;
});

/** Terms of an agent. */
export const agentTerms: Schema<AgentTerms> = object({
  name: words(MAX_AGENT_NAME),
  purpose: optional(words(MAX_PURPOSE)),
  hosts: optional(list(host, MAX_HOSTS)),
});
