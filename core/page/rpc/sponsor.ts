/** The capabilities that methods share. @module */
import { type At, isPresent, member, object, text, wrong } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { parseUrl } from "../../lib/text.ts";
import type { SponsorRequest } from "../../protocol/requests.ts";
import type { RpcContext } from "./context.ts";

/** The sponsor: the call's own capability, then the chain's paymaster, then none. */
export function sponsorOf(
  context: RpcContext,
  capabilities: At,
  chain: number,
): { paymaster?: SponsorRequest } {
  const service = isPresent(capabilities) ? member(capabilities, "paymasterService") : undefined;
  if (service !== undefined && isPresent(service)) {
    const url = text(member(service, "url"), 2048);
    if (parseUrl(url) === null) throw wrong(`${service.path}.url`, "must be an absolute URL");
    const given = member(service, "context");
    return { paymaster: { url, ...(isPresent(given) && { context: object(given) }) } };
  }
  const paymaster = context.options.paymasters?.[chain];
  if (paymaster === undefined) return {};
  const { url, context: given } = paymaster;
  return { paymaster: { url, ...(given !== undefined && { context: given }) } };
}

/** Refuses capabilities that are neither known nor optional. */
export function checkCapabilities(at: At, known: readonly string[]): void {
  if (!isPresent(at)) return;
  for (const [name, value] of Object.entries(object(at))) {
    const optional = (value as { optional?: unknown } | null)?.optional === true;
    if (!known.includes(name) && !optional) {
      throw new AcctError("capability_unsupported", {
        field: `${at.path}.${name}`,
        detail: `(${name})`,
      });
    }
  }
}
