/** Explains a permission: spender, allowances, calls and expiry. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
  isUnlimited,
  type PermissionView,
  type ReadingView,
  type RuleView,
} from "@sdk/core/dialog";
import { describeAllowance, describePeriod, MAX_NAMED } from "../../meaning/grant.ts";
import { exactAmount, moment } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { markName } from "../values/marked_text.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Fold, Row, Skeleton } from "../values/rows.tsx";

/** Rows of a permission. */
export function PermissionDetails(
  props: {
    permission: PermissionView;
    reading?: ReadingView;
    /** True if the account never granted the spender a permission. */
    isNew?: boolean;
    /**
     * True if a sentence above includes the allowances and the expiry. Only the amounts of unnamed
     * tokens are then repeated.
     */
    said?: boolean;
    /** Folds all rows, or all except the spender. */
    folds?: "all" | "terms";
    /** True while the names of tokens may still be loading. */
    isLoading: boolean;
  },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const words = useWords("permission");
  const { spender, spends, calls, end, watched } = props.permission;
  const [now] = useState(Date.now);
  // A start in the past changes nothing.
  const start = (props.permission.start ?? 0) * 1000 > now ? props.permission.start : undefined;
  const decides = props.folds === undefined;
  // The headline names the tokens, unless no name arrives.
  const isSaid = props.said === true && spends.length <= MAX_NAMED &&
    (props.isLoading || spends.every(({ token }) => !token.unnamed));
  const total = (index: number) => props.reading?.gives[index]?.amount ?? undefined;
  const who = (
    <Spender
      address={spender}
      isNew={props.isNew === true}
      decides={props.folds !== "all"}
    />
  );
  const rows = (
    <>
      {props.folds === "terms" ? null : who}
      {spends.length === 0 || isSaid ? null : (
        <section class="section">
          <h2>{text.maySpend}</h2>
          <ul class="panel rows" data-testid="sdk-spends">
            {spends.map((spend, index) => (
              <Spend
                key={index}
                spend={spend}
                decides={decides && (props.said !== true || spends.length <= MAX_NAMED)}
                folded={!decides}
                isLoading={props.isLoading}
                {...(total(index) !== undefined && { total: total(index)! })}
              />
            ))}
          </ul>
        </section>
      )}
      {calls.length > 0
        ? <PermittedCalls calls={calls} decides={decides} />
        : props.said
        ? null
        : <OnlyTransfers />}
      {watched === undefined ? null : (
        <section class="section">
          <h2>{words.untouched}</h2>
          <ul class="panel rows" data-testid="sdk-watched">
            {watched.map(({ address, symbol, unnamed }, index) => (
              <li key={index} class="call-words">
                {unnamed ? null : <b>{markName(symbol)}</b>}
                {address === null ? null : <Address address={address} plain />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {props.said && start === undefined ? null : (
        <dl class="panel rows">
          {start === undefined
            ? null
            : <Row label={text.validFrom}>{moment(BigInt(start), tag) ?? start}</Row>}
          {props.said
            ? null
            : (
              <Row label={text.validUntil} testid="sdk-permission-end" decides={decides}>
                {moment(BigInt(end), tag) ?? text.noEnd}
              </Row>
            )}
        </dl>
      )}
    </>
  );
  if (decides) return rows;
  return (
    <>
      {props.folds === "terms" ? who : null}
      <Fold label={text.details} testid="sdk-permission-details">
        <div class="call-detail">{rows}</div>
      </Fold>
    </>
  );
}

/** Returns whether the dApp named arguments of a call. */
function hasNames({ rules = [] }: PermissionView["calls"][number]): boolean {
  return rules.some(({ argument }) => argument !== undefined);
}

/** The spender, which the user has to compare. */
function Spender(
  props: { address: `0x${string}`; isNew: boolean; decides: boolean },
): JSX.Element {
  const { text } = useDialogContext();
  return (
    <dl class="panel rows">
      <Row label={text.spender} testid="sdk-spender" decides={props.decides}>
        <Address address={props.address} whole />
        {props.isNew
          ? (
            <small class="risk" data-testid="sdk-new-spender">
              {text.warnings.new_spender("").title}
            </small>
          )
          : null}
      </Row>
    </dl>
  );
}

/** The spender of a permission without calls may only transfer tokens. */
export function OnlyTransfers(): JSX.Element {
  const { text } = useDialogContext();
  return (
    <dl class="panel rows">
      <Row label={text.mayCall} testid="sdk-only-transfers">{text.onlyTransfers}</Row>
    </dl>
  );
}

/** Calls that the spender may make. */
function PermittedCalls(
  { calls, decides }: { calls: PermissionView["calls"]; decides: boolean },
): JSX.Element {
  const { text } = useDialogContext();
  return (
    <section class="section">
      <h2>{text.mayCall}</h2>
      <ul
        class={calls.length > 20 ? "panel calls many rows" : "panel calls rows"}
        data-testid="sdk-permitted-calls"
      >
        {calls.map((call, index) => (
          <li key={index} class="call-words" data-decides={decides ? "" : undefined}>
            {call.source !== "app" ? null : <span class="small muted">{text.siteSays}</span>}
            <b class="mono">
              <bdi dir="ltr">{markName(call.signature ?? call.selector)}</bdi>
            </b>
            {call.source !== "app" ? null : <bdi dir="ltr" class="small mono">{call.selector}</bdi>}
            <span class="small muted">
              <Address address={call.target} plain />
            </span>
            {call.source === "app" || !hasNames(call)
              ? null
              : <span class="small muted">{text.siteSays}</span>}
            {call.rules?.map((rule, place) => <Rule key={place} rule={rule} />)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A rule for an argument, with its values as numbers or addresses. Names come from the dApp. */
function Rule(
  { rule: { word, argument, type, kind, values = [] } }: { rule: RuleView },
): JSX.Element {
  const { tag } = useDialogContext();
  const words = useWords("permission");
  return (
    <span class="small muted wrap" data-testid="sdk-rule">
      {argument === undefined
        ? words.word(exactAmount(BigInt(word + 1), 0, tag))
        : <bdi dir="ltr" class="mono">{markName(argument)} ({type})</bdi>} · {words.kinds[kind]}
      {values.map((value) => (
        <>
          {" "}
          <bdi dir="ltr" class="mono">{shortWord(value)}</bdi>
        </>
      ))}
    </span>
  );
}

/** A word as a number up to 64 bits, as an address up to 160, otherwise in full. */
function shortWord(value: `0x${string}`): string {
  const number = BigInt(value);
  if (number >> 64n === 0n) return String(number);
  return number >> 160n === 0n ? `0x${value.slice(-40)}` : value;
}

/** An allowance, with its maximum total. */
function Spend(
  { spend, total, decides, folded, isLoading }: {
    spend: PermissionView["spends"][number];
    /** True while the name of the token may still be loading. */
    isLoading: boolean;
    total?: bigint;
    decides: boolean;
    /** True in closed details. */
    folded: boolean;
  },
): JSX.Element {
  const context = useDialogContext();
  const words = useWords("reading");
  const { text } = context;
  const figure = (amount: bigint) => describeAllowance(amount, spend.token, context);
  if (isLoading && spend.token.unnamed) {
    return (
      <li class="spend" data-decides={folded ? undefined : "later"}>
        <Skeleton width="10em" />
        <Skeleton width="4em" />
      </li>
    );
  }
  return (
    <li class="spend" data-decides={decides ? "" : undefined}>
      {isUnlimited(spend.allowance)
        ? (
          <b class="risk">
            {text.unlimited} <bdi>{spend.token.symbol}</bdi>
          </b>
        )
        : (
          <b class="wrap">
            {text.upTo(figure(spend.allowance))}
          </b>
        )}
      <span class="muted">{describePeriod(spend, context)}</span>
      {total === undefined || spend.unit === "forever" ||
          isUnlimited(spend.allowance)
        ? null
        : (
          <small class="whole wrap" data-testid="sdk-in-all">
            {words.inAll} {figure(total)}
          </small>
        )}
      {spend.remaining === undefined ? null : (
        <small class="whole">
          {text.remaining(figure(spend.remaining))}
        </small>
      )}
    </li>
  );
}
