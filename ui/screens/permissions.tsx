/** Grants and revocations of permissions. @module */
import type { ComponentChildren, JSX } from "preact";
import type {
  OperationChoice,
  OperationPreview,
  PermissionView,
  RequestStatus,
} from "@sdk/core/dialog";
import { useDialogContext } from "../parts/context.ts";
import { Frame } from "../parts/frame.tsx";
import { OperationFooter } from "../parts/operation_footer.tsx";
import { OperationRows } from "../parts/operation_rows.tsx";
import { PermissionDetails } from "../parts/permission_details.tsx";
import { Row } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { GrantProps, RevokeProps } from "./screens.ts";
import type { SuccessWords } from "../text/screens/success.ts";

/** Screen of `wallet_grantPermissions`. */
export function GrantScreen(props: GrantProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  return (
    <PermissionScreen
      request={request}
      preview={preview}
      phase={phase}
      title={text.grantTitle}
      intro={text.grantIntro}
      action={text.grantAction}
      onApprove={onApprove}
      onReject={onReject}
    >
      <PermissionDetails
        permission={preview.permission}
        {...(preview.reading && { reading: preview.reading })}
      />
      {preview.fee?.payer === "spender"
        ? <p class="muted small" data-testid="sdk-grant-signed">{text.grantSigned}</p>
        : null}
    </PermissionScreen>
  );
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
  title: string;
  intro: string;
  action: string;
  onApprove: (choice: OperationChoice) => void;
  onReject: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { request, preview, phase } = props;
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
          onApprove={props.onApprove}
          onReject={props.onReject}
        >
          {props.action}
        </OperationFooter>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{props.title}</h1>
        <p class="muted small">{props.intro}</p>
      </div>
      {props.children}
      <OperationRows account={request.account} chain={request.chain} />
    </Frame>
  );
}
