/** Shows permissions: the contents of each in one sentence, and the remaining amounts. @module */
import type { VNode } from "preact";
import { units } from "../../core/permission/limits/period.ts";
import { list, moment } from "../../ui/text/numbers.ts";
import { amountOf, apart, limitOf, type Words } from "../parts/phrases.ts";
import { SiteSquare } from "../parts/disc.tsx";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import { AgentNote } from "./agent.tsx";
import type { Payments } from "./payments.ts";
import { RowFoot } from "./row_foot.tsx";
import { hostOf } from "../device/names.ts";
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
  const name = agent !== undefined
    ? text.agent(apart(agent.name))
    : origin === undefined
    ? spenderOf(spender)
    : hostOf(origin);
  const limits = spends.map((spend) =>
    limitOf(
      {
        amount: amountOf(spend.allowance, spend, tag),
        unit: units.indexOf(spend.unit),
        multiplier: spend.multiplier,
      },
      { text, tag },
    )
  );
  return (
    <div class="row tall" data-testid="home-permission">
      {inside && agent === undefined ? null : <SiteSquare name={agent?.name ?? name} />}
      <div class="row-text">
        <b>
          {limits.length === 0
            ? text.mayCall(apart(name))
            : inside && agent === undefined
            ? text.upTo(list(limits, tag))
            : text.maySpend(apart(name), list(limits, tag))}
        </b>
        {spends.map((spend, index) => <Left key={index} spend={spend} text={text} tag={tag} />)}
        <span class="note">
          {unused ? <span data-testid="home-unused">{`${text.unused} · `}</span> : null}
          {text.until(moment(BigInt(granted.end), tag) ?? "∞")} · <bdi>{chain.name}</bdi>
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
        <RowFoot
          spender={spender}
          text={text}
          action={agent === undefined ? text.revoke : text.stopAgent}
          testid="home-revoke"
          onEnd={() => end(granted)}
        />
      </div>
    </div>
  );
}

/** Remaining amount of an allowance in this period, as a bar and as text. */
function Left(
  { spend, text, tag }: {
    spend: GrantedPermission["spends"][number];
    text: HomeText;
    tag: string;
  },
): VNode {
  const { allowance, remaining } = spend;
  const words = text.left(amountOf(remaining, spend, tag), amountOf(allowance, spend, tag));
  // In thousandths, because amounts can exceed the numbers of a bar.
  const left = allowance === 0n ? 0 : Number(remaining * 1_000n / allowance);
  return (
    <>
      <progress max={1_000} value={left} aria-label={words} />
      <span class="note" data-testid="home-left">{words}</span>
    </>
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
      data-testid="home-revoke-all"
      onClick={() => end({ chain, alsoOn, id: null })}
    >
      {text.revokeAll}
    </button>
  );
}
