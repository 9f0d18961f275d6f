/** Grants and revocations of permissions. @module */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import {
  type GrantPreview,
  isUnlimited,
  type OperationChoice,
  type OperationPreview,
  type PermissionView,
  type RequestStatus,
  type TokenView,
} from "@sdk/core/dialog";
import { useDialogContext, useWords } from "../parts/context.ts";
import { Frame } from "../parts/frame.tsx";
import { LowerGrant } from "../parts/lower_grant.tsx";
import { OperationFooter } from "../parts/operation_footer.tsx";
import { OperationRows } from "../parts/operation_rows.tsx";
import { describePeriod, PermissionDetails } from "../parts/permission_details.tsx";
import { Row } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { GrantProps, RevokeProps } from "./screens.ts";
import { exactAmount, list, moment, withSymbol } from "../text/numbers.ts";
import type { SuccessWords } from "../text/screens/success.ts";

/** Screen of `wallet_grantPermissions`. */
export function GrantScreen(props: GrantProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const [isWrong, setIsWrong] = useState(false);
  // Said in the spender's own row: most first permissions have one, and a note would cover the rest.
  const warnings = preview.warnings.filter(({ code }) => code !== "new_spender");
  return (
    <PermissionScreen
      request={request}
      preview={{ ...preview, warnings }}
      phase={phase}
      wrong={isWrong}
      title={text.grantTitle}
      intro={text.grantIntro}
      action={text.grantAction}
      onApprove={onApprove}
      onReject={onReject}
    >
      <Most app={request.app.name} preview={preview} />
      <PermissionDetails
        permission={preview.permission}
        said
        isNew={warnings.length < preview.warnings.length}
        {...(preview.reading && { reading: preview.reading })}
      />
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
    </PermissionScreen>
  );
}

/** The most that can be lost, in one line. */
function Most({ app, preview }: { app: string; preview: GrantPreview }): JSX.Element {
  const context = useDialogContext();
  const words = useWords("grant");
  const { text, tag } = context;
  const { permission: { spends, end }, reading } = preview;
  const figure = (amount: bigint, token: TokenView) =>
    isUnlimited(amount)
      ? `${text.unlimited} ${token.symbol}`
      : withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
  const limits = spends.map((spend) => {
    const amount = figure(spend.allowance, spend.token);
    const most = isUnlimited(spend.allowance) ? amount : text.upTo(amount);
    return lowerFirst(`${most} ${describePeriod(spend, context)}`, tag);
  });
  // Several allowances of one token have one sum.
  const sums = new Map(spends.flatMap(({ token, unit }, index) => {
    const amount = reading?.gives[index]?.amount;
    const said = unit === "forever" && spends.length === 1;
    return amount === undefined || amount === null || said
      ? []
      : [[token.address, figure(amount, token)]] as const;
  }));
  return (
    <p class="wrap" data-testid="sdk-most" data-decides>
      {words.most(
        `\u2068${app}\u2069`,
        list(limits, tag),
        moment(BigInt(end), tag) ?? "",
        list([...sums.values()], tag),
      )}
    </p>
  );
}

/** Words within a sentence. */
function lowerFirst(words: string, tag: string): string {
  return words.slice(0, 1).toLocaleLowerCase(tag) + words.slice(1);
}

GrantScreen.success = ({ allowed }: SuccessWords): string => allowed;

/** Screen of `wallet_revokePermissions`. */
export function RevokeScreen(props: RevokeProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  return (
    <PermissionScreen
      request={request}
      preview={preview}
      phase={phase}
      title={preview.id === null ? text.revokeAllTitle : text.revokeTitle}
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
        : <PermissionDetails permission={preview.permission} />}
    </PermissionScreen>
  );
}

RevokeScreen.success = ({ removed }: SuccessWords): string => removed;

/** Layout of both screens. */
function PermissionScreen(props: {
  request: (GrantProps | RevokeProps)["request"];
  preview: OperationPreview & { readonly permission?: PermissionView };
  phase: RequestStatus;
  wrong?: boolean;
  title: string;
  intro: string;
  action: string;
  onApprove: (choice: OperationChoice) => void;
  onReject: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { request, preview, phase } = props;
  const { homeUrl, text } = useDialogContext();
  return (
    <Frame
      app={request.app}
      busy={phase.name !== "review"}
      onClose={props.onReject}
      bottom={
        <OperationFooter
          preview={preview}
          phase={phase}
          account={request.account}
          chain={request.chain}
          wrong={props.wrong === true}
          onApprove={props.onApprove}
          onReject={props.onReject}
        >
          {props.action}
        </OperationFooter>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{props.title}</h1>
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
    </Frame>
  );
}
