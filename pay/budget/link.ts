/** Requests a budget by a link to a page with a wallet. @module */
import { isAddress } from "viem";
import { asRecord, fromBase64Json, toBase64UrlJson } from "../protocols/encoding.ts";
import type { AgentBudget } from "./budget.ts";

/** Maximum length of a name or purpose in a link, in characters. The wallet shows fewer. */
const MAX_WORDS_LENGTH = 255;

/** A budget that a link requests. */
export interface BudgetRequest extends Pick<AgentBudget, "name" | "request" | "hosts"> {
  /** Chain id. */
  readonly chainId: number;
}

/** Builds a link to a page. The request is in its fragment, which is not sent to servers. */
export function budgetLink(
  page: string | URL,
  { name, request, hosts, chainId }: BudgetRequest,
): string {
  const url = new URL(page);
  url.hash = `budget=${toBase64UrlJson({ name, chainId, request, ...(hosts && { hosts }) })}`;
  return url.href;
}

/**
 * Reads the budget of a link, for `wallet_grantPermissions`; `undefined` if it has none. Anyone can
 * write such a link: the wallet's dialog shows the request, and the user decides.
 */
export function readBudgetLink(link: string | URL): BudgetRequest | undefined {
  const [, text] = /^#budget=([\w-]+)$/.exec(new URL(link).hash) ?? [];
  const asked = asRecord(text === undefined ? undefined : fromBase64Json(text));
  const request = asRecord(asked?.request);
  const permissions = asRecord(request?.permissions);
  if (asked === undefined || request === undefined || permissions === undefined) return undefined;
  const { name, chainId, hosts } = asked;
  const { purpose } = asRecord(request.agent) ?? {};
  const { spender, expiry } = request;
  const { spends } = permissions;
  if (
    typeof name !== "string" || name.length > MAX_WORDS_LENGTH || !Number.isSafeInteger(chainId) ||
    typeof spender !== "string" || !isAddress(spender, { strict: false }) ||
    !Number.isSafeInteger(expiry) || !Array.isArray(spends) || spends.length !== 1 ||
    permissions.calls !== undefined
  ) return undefined;
  const spend = asRecord(spends[0]);
  const isAmount = (value: unknown) =>
    typeof value === "string" && /^[1-9][0-9]{0,48}$/.test(value);
  if (
    spend === undefined || spend.unit !== "day" || !isAmount(spend.allowance) ||
    typeof spend.token !== "string" || !isAddress(spend.token, { strict: false }) ||
    (spend.cap !== undefined && !isAmount(spend.cap))
  ) return undefined;
  const named = Array.isArray(hosts) && hosts.every((host) => typeof host === "string")
    ? { hosts: hosts as string[] }
    : {};
  const said = typeof purpose === "string" && purpose.length <= MAX_WORDS_LENGTH ? { purpose } : {};
  const { token, allowance, cap } = spend;
  return {
    name,
    chainId: chainId as number,
    request: {
      spender,
      expiry: expiry as number,
      agent: { name, ...said, ...named },
      permissions: {
        spends: [{
          token,
          allowance: allowance as string,
          unit: "day",
          multiplier: 1,
          ...(cap !== undefined && { cap: cap as string }),
        }],
      },
    },
    ...named,
  };
}
