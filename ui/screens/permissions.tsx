/** Grants and revocations of permissions. @module */
import { detailCss } from "./detail_styles.ts";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { isUnlimited } from "@sdk/core/dialog";
import type {
  GrantPreview,
  OperationChoice,
  OperationPreview,
  PermissionView,
  RequestStatus,
  RevokeNetworkView,
  RevokePreview,
} from "@sdk/core/dialog";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { describeFee } from "../parts/operation/fee.tsx";
import { firstLetter } from "../parts/card/frame.tsx";
import { LowerGrant } from "../parts/permissions/lower_grant.tsx";
import { OperationFrame } from "../parts/operation/operation_frame.tsx";
import { OperationRows } from "../parts/operation/operation_rows.tsx";
import { AgentRows } from "../parts/permissions/agent_rows.tsx";
import { OnlyTransfers, PermissionDetails } from "../parts/permissions/permission_details.tsx";
import { Row, Skeleton } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import {
  describeAllowance,
  describeGrant,
  describeLimits,
  describeStop,
  type GrantIntent,
  unbroken,
} from "../meaning/grant.ts";
import type { Locale } from "../text/locale.ts";
import type { ScreenProps } from "./screen.ts";
import { list, moment } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";
import type { Text } from "../text/en.ts";

/** Screen of `wallet_grantPermissions`. */
export function GrantScreen(props: ScreenProps<GrantPreview, OperationChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const context = useDialogContext();
  const { text } = context;
  const preview = useReadable(request.preview);
  const { agent } = preview;
  const words = useWords("grant");
  const byLink = request.app.origin === "";
  const who = (begins: boolean) =>
    agent === undefined ? request.app.name : words.agent(`\u2068${agent.name}\u2069`, begins);
  const intent = describeGrant(who(false), preview.permission, context);
  const [isWrong, setIsWrong] = useState(false);
  // Shown in the spender's own row: most first permissions have one, and a note would cover the
  // rest.
  const warnings = preview.warnings.filter(({ code }) => code !== "new_spender");
  return (
    <PermissionScreen
      request={request}
      preview={{ ...preview, warnings }}
      phase={phase}
      wrong={isWrong}
      title={intent.title}
      lead={intent.isSaid ? null : <Most app={who(true)} preview={preview} {...intent} />}
      intro={text.grantIntro}
      action={text.grantAction}
      onApprove={onApprove}
      onReject={onReject}
      // The parts that decide come first, so that they fit into a small window.
      after={
        <>
          {preview.permission.calls.length === 0 ? <OnlyTransfers /> : null}
          {agent === undefined
            ? null
            : <AgentRows agent={agent} source={byLink ? words.linkSays : text.siteSays} />}
          {preview.requested === undefined || preview.lower === undefined ? null : (
            <LowerGrant
              permission={preview.permission}
              requested={preview.requested}
              lower={preview.lower}
              busy={phase.name !== "review"}
              onWrong={setIsWrong}
            />
          )}
          {preview.fee?.payer === "spender"
            ? <p class="muted small" data-testid="sdk-grant-signed">{text.grantSigned}</p>
            : null}
        </>
      }
    >
      {byLink ? <p class="note warning" data-testid="sdk-link">{words.linkHint}</p> : null}
      {intent.isSaid ? <Most app={who(true)} preview={preview} {...intent} /> : null}
      <PermissionDetails
        permission={preview.permission}
        said
        isLoading={preview.status === "loading"}
        isNew={warnings.length < preview.warnings.length}
        {...(preview.reading && { reading: preview.reading })}
      />
    </PermissionScreen>
  );
}

/**
 * The maximum loss and the expiry: rows if the headline includes the limits, otherwise one sentence.
 */
function Most(
  { app, preview, limits, isSaid }: { app: string; preview: GrantPreview } & GrantIntent,
): JSX.Element {
  const context = useDialogContext();
  const words = useWords("grant");
  const { inAll } = useWords("reading");
  const { text, tag } = context;
  const { permission: { spends, end }, reading } = preview;
  // Several allowances of one token share one sum.
  const sums = new Map(spends.flatMap(({ token, unit }, index) => {
    const amount = reading?.gives[index]?.amount;
    // The headline includes a total amount.
    const isTotal = isSaid && spends.some((each) =>
          each.unit === "forever" && each.token.address === token.address &&
          each.allowance === amount
        ) || unit === "forever" && spends.length === 1;
    return amount === undefined || amount === null || isUnlimited(amount) || isTotal
      ? []
      : [[token.address, describeAllowance(amount, token, context)]] as const;
  }));
  const isComing = preview.status === "loading" && spends.some(({ token }) => token.unnamed);
  const until = moment(BigInt(end), tag) ?? "";
  const all = list([...sums.values()], tag);
  return isSaid
    ? (
      <dl class="panel rows" data-testid="sdk-most">
        <Row label={text.validUntil} decides>{until === "" ? text.noEnd : until}</Row>
        {sums.size === 0 ? null : (
          <Row label={inAll} decides>
            <span key={`${isComing}`}>{isComing ? <Skeleton width="6em" /> : all}</span>
          </Row>
        )}
      </dl>
    )
    : (
      <p class="wrap" data-testid="sdk-most" data-decides>
        {words.most(`\u2068${app}\u2069`, limits, until, all)}
      </p>
    );
}

GrantScreen.css = detailCss;

GrantScreen.success = (
  { allowed }: Text["screens"]["success"],
  { permission: { spends } }: GrantPreview,
  locale: Locale,
): Success => [allowed, spends.length === 0 ? undefined : describeLimits(spends, locale)];

/** Screen of `wallet_revokePermissions`. */
export function RevokeScreen(props: ScreenProps<RevokePreview, OperationChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const context = useDialogContext();
  const { text } = context;
  const preview = useReadable(request.preview);
  const { holder, permission } = preview;
  const who = holder ?? (permission && unbroken(shortAddress(permission.spender)));
  return (
    <PermissionScreen
      request={request}
      preview={preview}
      phase={phase}
      mark={holder}
      title={who !== undefined
        ? describeStop(who, permission, context)
        : preview.id === null
        ? text.revokeAllTitle
        : text.revokeTitle}
      intro={preview.id === null ? text.revokeAllIntro : text.revokeIntro}
      action={preview.id === null ? text.revokeAllAction : text.revokeAction}
      onApprove={onApprove}
      onReject={onReject}
    >
      {preview.id === null ? null : preview.permission === undefined
        ? (
          <dl class="panel rows">
            <Row label={text.permissionId} testid="sdk-permission-id">
              <bdi dir="ltr" class="mono">{preview.id}</bdi>
            </Row>
          </dl>
        )
        : (
          <PermissionDetails
            permission={preview.permission}
            folds={holder === undefined ? "terms" : "all"}
            isLoading={preview.status === "loading"}
          />
        )}
      {preview.networks === undefined ? null : <Networks networks={preview.networks} />}
    </PermissionScreen>
  );
}

/** Further networks on which all access is revoked, with the fee on each. */
function Networks(
  { networks }: { networks: readonly RevokeNetworkView[] },
): JSX.Element {
  const context = useDialogContext();
  const { text } = context;
  return (
    <section class="section">
      <h2>{text.revokeAllOn}</h2>
      <dl class="panel rows">
        {networks.map(({ chain, status, fee }) => {
          const words = describeFee(fee, context);
          return (
            <Row key={chain.id} label={chain.name} testid="sdk-further-network" decides="note">
              {status === "failed"
                ? <span class="risk">{text.revokeAllFails}</span>
                : words === null
                ? <Skeleton width="8em" />
                : (
                  <>
                    {words.figure}
                    {words.detail === undefined ? null : <small>{words.detail}</small>}
                  </>
                )}
            </Row>
          );
        })}
      </dl>
    </section>
  );
}

RevokeScreen.css = detailCss;

RevokeScreen.success = (
  { removed }: Text["screens"]["success"],
  { holder, permission }: RevokePreview,
): Success => [removed, holder ?? (permission && shortAddress(permission.spender))];

/** Layout of both screens. */
function PermissionScreen(props: {
  request:
    (ScreenProps<GrantPreview, OperationChoice> | ScreenProps<RevokePreview, OperationChoice>)[
      "request"
    ];
  preview: OperationPreview & { readonly permission?: PermissionView };
  phase: RequestStatus;
  wrong?: boolean;
  title: string;
  /** Site or agent in the headline. */
  mark?: string | undefined;
  /** Line directly below the headline, which decides. */
  lead?: ComponentChildren;
  intro: string;
  action: string;
  onApprove: (choice: OperationChoice) => void;
  onReject: () => void;
  children: ComponentChildren;
  /** Content below the account, which does not decide. */
  after?: ComponentChildren;
}): JSX.Element {
  const { request, preview, phase } = props;
  const { homeUrl, text } = useDialogContext();
  const unnamed = preview.status === "loading" &&
    preview.permission?.spends.some(({ token }) => token.unnamed) === true;
  return (
    <OperationFrame
      request={request}
      preview={preview}
      phase={phase}
      wrong={props.wrong === true}
      onApprove={props.onApprove}
      onReject={props.onReject}
      action={props.action}
    >
      <div class="title">
        {props.mark === undefined
          ? null
          : <span class="logo" aria-hidden="true">{firstLetter(props.mark)}</span>}
        <h1 tabIndex={-1} data-title data-initial data-decides>
          {unnamed
            ? (
              <>
                <span class="hidden">{text.loading}</span>
                <span class="skeletal" aria-hidden="true">{props.title}</span>
              </>
            )
            : props.title}
        </h1>
        {unnamed ? null : props.lead}
        <p class="muted small">
          {props.intro} {homeUrl === undefined ? null : (
            <a
              class="inline-link"
              href={new URL("#/apps", homeUrl).href}
              target="_blank"
              rel="noopener noreferrer"
              data-testid="sdk-manage"
            >
              {text.manage}
            </a>
          )}
        </p>
      </div>
      {props.children}
      <OperationRows account={request.account} chain={request.chain} />
      {props.after}
    </OperationFrame>
  );
}
