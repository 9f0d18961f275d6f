/** Shows permissions: what each allows in one sentence, and how much of it is left. @module */
import type { VNode } from "preact";
import type { TokenView } from "../../core/dialog/types.ts";
import { units } from "../../core/permission/period.ts";
import { exactAmount, list, moment, withSymbol } from "../../ui/text/numbers.ts";
import { apart, limitOf, type Words } from "../activity/sentence.ts";
import { SiteSquare } from "../home/disc.tsx";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import { AgentNote } from "./agent.tsx";
import type { Payments } from "./payments.ts";
import type { GrantedPermission } from "../permissions.ts";
import type { HomeText } from "../text/text.ts";

/** Permission to revoke; `null` revokes all of the chain. */
export type Revocation = Pick<GrantedPermission, "chain"> & {
  readonly id: GrantedPermission["id"] | null;
  /** Further networks, with `null` as the id. */
  readonly alsoOn?: readonly GrantedPermission["chain"][];
};

/** One permission. */
export function PermissionRow(
  props: Words & {
    granted: GrantedPermission;
    /** Site that asked for it, if this device knows it. */
    origin: string | undefined;
    end: (what: Revocation) => void;
    /** Returns the words about the agent that has it. */
    agentOf: (id: GrantedPermission["id"]) => AgentTerms | undefined;
    paymentsOf: (granted: GrantedPermission) => Promise<Payments>;
  },
): VNode {
  const { granted, origin, text, tag, nameOf, end } = props;
  const { spender, spends, chain, unused } = granted;
  const agent = props.agentOf(granted.id);
  const name = agent !== undefined
    ? text.agent(apart(agent.name))
    : origin?.replace(/^https?:\/\//, "") ?? nameOf(spender);
  const limits = spends.map((spend) =>
    limitOf(
      {
        amount: amount(spend.allowance, spend, tag),
        unit: units.indexOf(spend.unit),
        multiplier: spend.multiplier,
      },
      { text, tag },
    )
  );
  return (
    <div class="row tall" data-testid="home-permission">
      <SiteSquare name={agent?.name ?? name} />
      <div class="row-text">
        <b>
          {limits.length === 0
            ? text.mayCall(apart(name))
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
          />
        )}
        <div class="row-foot">
          <details>
            <summary class="note">{text.detail}</summary>
            <code dir="ltr">{spender}</code>
          </details>
          <button
            type="button"
            class="link danger"
            data-testid="home-revoke"
            onClick={() => end(granted)}
          >
            {agent === undefined ? text.revoke : text.stopAgent}
          </button>
        </div>
      </div>
    </div>
  );
}

/** How much of an allowance is left in this period, as a bar and in words. */
function Left(
  { spend, text, tag }: {
    spend: GrantedPermission["spends"][number];
    text: HomeText;
    tag: string;
  },
): VNode {
  const { allowance, remaining } = spend;
  const words = text.left(amount(remaining, spend, tag), amount(allowance, spend, tag));
  // Thousandths: amounts can be larger than the numbers of a bar.
  const used = allowance === 0n ? 0 : Number((allowance - remaining) * 1_000n / allowance);
  return (
    <>
      <progress max={1_000} value={used} aria-label={words} />
      <span class="note" data-testid="home-left">{words}</span>
    </>
  );
}

/** The networks of permissions, each once; sponsored ones first, which need no balance. */
export function chainsOf(granted: readonly GrantedPermission[]): GrantedPermission["chain"][] {
  return [...new Map(granted.map(({ chain }) => [chain.id, chain])).values()]
    .sort((a, b) => Number(b.sponsored) - Number(a.sponsored));
}

/** A button that revokes everything, on all networks. */
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

function amount(
  value: bigint,
  token: Pick<TokenView, "decimals" | "symbol" | "unnamed">,
  tag: string,
): string {
  return `\u2068${withSymbol(exactAmount(value, token.decimals, tag), token, tag)}\u2069`;
}
