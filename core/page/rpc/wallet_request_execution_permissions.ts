import { type Hex, numberToHex } from "viem";
import {
  address,
  type At,
  chainId,
  elements,
  isPresent,
  member,
  paramsAt,
  quantity,
  text,
  wrong,
} from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { type GrantRequest, readGrant } from "../../permission/request.ts";
import { NATIVE } from "../../chain/native.ts";
import { asAccount } from "./as_account.ts";
import type { Handler } from "./context.ts";
import { sponsorOf } from "./sponsor.ts";

/** Permission types of ERC-7715 that say no more and no less than a spend permission does. */
const types = ["erc20-token-periodic", "native-token-periodic"] as const;

/** Periods in seconds, the longest first. */
const periods = [["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

/**
 * ERC-7715 (draft of 2026, with `from`, `to` and `rules`): one request for a periodic allowance with an
 * expiry. What does not map without loss is refused: streams, several requests at once, a start of its
 * own, periods that are no whole number of minutes. `context` is the permission's id; the permission
 * contract is not an ERC-7710 delegation manager, so none is named, and `granted` is what
 * `wallet_grantPermissions` returns.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
export const walletRequestExecutionPermissions: Handler = async (context, params) => {
  if (!Array.isArray(params) || params.length !== 1) throw wrong("params", "must be one request");
  const at = paramsAt(params, 0);
  const chain = chainId(member(at, "chainId"));
  const from = member(at, "from");
  const grant = readRequest(at);
  const sponsor = sponsorOf(context, { value: undefined, path: at.path }, chain);
  const granted = await asAccount(
    context,
    isPresent(from) ? address(from) : undefined,
    (account, flow) =>
      context.ask(
        "wallet_grantPermissions",
        { account, chainId: chain, ...grant, ...sponsor },
        flow,
      ),
  );
  const { permission, rules } = at.value as { permission: unknown; rules: unknown };
  return [{
    chainId: numberToHex(chain),
    from: granted.account,
    to: granted.spender,
    permission,
    rules,
    context: granted.permissionId,
    dependencies: [],
    granted,
  }];
};

/** What of ERC-7715 works on which chain. */
export const walletGetSupportedExecutionPermissions: Handler = async (context) => {
  const { chains } = await context.service.configuration(context.signal);
  const chainIds = chains.map(({ id }) => numberToHex(id));
  return Object.fromEntries(types.map((type) => [type, { chainIds, ruleTypes: ["expiry"] }]));
};

function readRequest(at: At): GrantRequest {
  const permission = member(at, "permission");
  const type = text(member(permission, "type"), 64);
  if (!types.some((known) => known === type)) {
    throw new AcctError("capability_unsupported", {
      field: `${permission.path}.type`,
      detail: `(${type})`,
    });
  }
  const data = member(permission, "data");
  const start = member(data, "startTime");
  if (isPresent(start)) throw wrong(start.path, "must be left out: it begins when it is granted");
  const duration = member(data, "periodDuration");
  const { unit, multiplier } = periodOf(duration);
  const value = {
    spender: member(at, "to").value,
    expiry: expiryOf(member(at, "rules")),
    permissions: {
      spends: [{
        token: type === "native-token-periodic" ? NATIVE : address(member(data, "tokenAddress")),
        allowance: BigInt(quantity(member(data, "periodAmount")) as Hex).toString(),
        unit,
        multiplier,
      }],
    },
  };
  return readGrant({ value, path: at.path });
}

function expiryOf(rules: At): number {
  const found = isPresent(rules) ? elements(rules, 16) : [];
  const [rule] = found;
  if (rule === undefined || found.length !== 1 || member(rule, "type").value !== "expiry") {
    throw wrong(rules.path, "must be one rule of type expiry");
  }
  const timestamp = member(member(rule, "data"), "timestamp");
  if (typeof timestamp.value !== "number") throw wrong(timestamp.path, "must be Unix seconds");
  return timestamp.value;
}

function periodOf({ value, path }: At): { unit: string; multiplier: number } {
  for (const [unit, seconds] of periods) {
    const multiplier = Number(value) / seconds;
    if (typeof value === "number" && Number.isInteger(multiplier) && multiplier >= 1) {
      if (multiplier <= 255) return { unit, multiplier };
    }
  }
  throw wrong(path, "must be 1 to 255 whole minutes, hours, days or weeks, in seconds");
}
