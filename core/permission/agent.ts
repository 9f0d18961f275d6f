/** Validates what an app says of an agent that gets a permission. @module */
import {
  MAX_AGENT_HOSTS,
  MAX_AGENT_NAME_LENGTH,
  MAX_AGENT_PURPOSE_LENGTH,
  MAX_HOST_LENGTH,
} from "../protocol/limits.ts";
import { cleanText } from "../lib/text.ts";
import { text, wrong } from "../protocol/schema/check.ts";
import { custom, list, object, optional, type Schema } from "../protocol/schema/schema.ts";

/** What an app says of the agent; nothing on the chain holds it. */
export interface AgentTerms {
  /** Name of the agent, up to 40 characters. */
  readonly name: string;
  /** What it spends for, up to 120 characters. */
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
  const name = text(at, MAX_HOST_LENGTH).toLowerCase();
  if (!/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]+(?::\d{1,5})?$/.test(name)) {
    throw wrong(at.path, "must be a host such as api.example.com");
  }
  return name;
});

/** Terms of an agent. */
export const agentTerms: Schema<AgentTerms> = object({
  name: words(MAX_AGENT_NAME_LENGTH),
  purpose: optional(words(MAX_AGENT_PURPOSE_LENGTH)),
  hosts: optional(list(host, MAX_AGENT_HOSTS)),
});
