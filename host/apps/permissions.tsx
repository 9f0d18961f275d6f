/** Shows permissions: their remaining amounts and ends, with the terms folded. @module */
import type { VNode } from "preact";
import { units } from "../../core/permission/limits/period.ts";
import { exactAmount, list, moment } from "../../ui/text/numbers.ts";
import { shortDate } from "../activity/day.ts";
import { amountOf, apart, limitOf, type Words } from "../parts/phrases.ts";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { SiteSquare } from "../parts/disc.tsx";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import { AgentNote } from "./agent.tsx";
import type { Payments } from "./payments.ts";
import { RowFoot } from "./row_foot.tsx";
import { hostOf, isShortened } from "../device/names.ts";
import { chainsOf, type GrantedPermission } from "../device/permissions.ts";
import type { Revocation } from "../device/prompts.ts";
import type { HomeText } from "../text/home_en.ts";

/** One permission. */
export function PermissionRow(
  props: Words & {
    granted: GrantedPermission;
    /** Site that requested it, if stored on this device. */
    origin: string | undefined;
    /** True in the card of its site, which shows the name. */
    inside?: boolean;
    end: (what: Revocation) => void;
    /** Returns the description of the agent that has it. */
    agentOf: (id: GrantedPermission["id"]) => AgentTerms | undefined;
    paymentsOf: (granted: GrantedPermission) => Promise<Payments>;
  },
): VNode {
  const { granted, origin, inside = false, text, tag, nameOf, spenderOf, end } = props;
  const { spender, spends, chain, unused } = granted;
  const agent = props.agentOf(granted.id);
  const known = origin === undefined ? spenderOf(spender) : hostOf(origin);
  const name = agent === undefined ? apart(known) : text.agent(apart(agent.name));
  const limits = spends.map((spend) => amountAndPeriod(spend, props));
  const ends = moment(BigInt(granted.end), tag);
  return (
    <div class="row tall" data-testid="home-permission">
      {agent !== undefined || !inside && !isShortened(known)
        ? <SiteSquare name={agent?.name ?? known} />
        : inside
        ? null
        : (
          <span class="disc">
            <Identicon address={spender} />
          </span>
        )}
      <div class="row-text">
        {limits.length === 0
          ? <b>{text.mayCall(name)}</b>
          : inside && agent === undefined
          ? null
          : <b>{name}</b>}
        {spends.map((spend, index) => (
          <Left key={index} spend={spend} limit={limits[index]!} text={text} tag={tag} />
        ))}
        <span class="note">
          {unused ? <span data-testid="home-unused">{`${text.unused} · `}</span> : null}
          {text.until(ends === null ? "∞" : shortDate(granted.end * 1000, tag))}
        </span>
        <RowFoot
          spender={spender}
          text={text}
          action={agent === undefined ? text.revoke : text.stopAgent}
          testid="home-revoke"
          onEnd={() => end(granted)}
        >
          {limits.length === 0
            ? null
            : <span class="note">{text.maySpend(name, list(limits, tag))}</span>}
          <span class="note">
            {ends === null ? "" : `${text.until(ends)} · `}
            <bdi>{chain.name}</bdi>
          </span>
          {agent === undefined ? null : (
            <AgentNote
              agent={agent}
              origin={origin}
              granted={granted}
              load={props.paymentsOf}
              text={text}
              tag={tag}
              nameOf={nameOf}
              spenderOf={spenderOf}
            />
          )}
        </RowFoot>
      </div>
    </div>
  );
}

type Spend = GrantedPermission["spends"][number];

/** An allowance and its period as text. */
function amountAndPeriod(spend: Spend, { text, tag }: Pick<Words, "text" | "tag">): string {
  return limitOf({
    amount: amountOf(spend.allowance, spend, tag),
    unit: units.indexOf(spend.unit),
    multiplier: spend.multiplier,
  }, { text, tag });
}

/** Remaining amount of an allowance in this period, as a bar and as text. */
function Left(
  { spend, limit, text, tag }: { spend: Spend; limit: string; text: HomeText; tag: string },
): VNode {
  const { allowance, remaining, decimals } = spend;
  const words = text.left(`\u2068${exactAmount(remaining, decimals, tag)}\u2069`, limit);
  // In thousandths, because amounts can exceed the numbers of a bar.
  const left = allowance === 0n ? 0 : Number(remaining * 1_000n / allowance);
  return (
    <div class="left">
      <progress max={1_000} value={left} aria-label={words} />
      <span data-testid="home-left">{words}</span>
    </div>
  );
}

/** A button that revokes all permissions, on all networks. */
export function RevokeAll(
  { granted, text, end }: {
    granted: readonly GrantedPermission[];
    text: HomeText;
    end: (what: Revocation) => void;
  },
): VNode | null {
  const [chain, ...alsoOn] = chainsOf(granted);
  if (chain === undefined) return null;
  return (
    <button
      type="button"
      class="link danger"
      data-testid="home-revoke-all"
      onClick={() => end({ chain, alsoOn, id: null })}
    >
      {text.revokeAll}
    </button>
  );
}
