/** An update of the account's code on one network, or its creation there. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { OperationChoice, UpgradeAccountPreview } from "@sdk/core/dialog";
import { Address } from "../parts/values/address.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { OperationFrame } from "../parts/operation/operation_frame.tsx";
import { OperationRows } from "../parts/operation/operation_rows.tsx";
import { Fold, Row } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type { ScreenProps } from "./screen.ts";
import type { Text } from "../text/en.ts";

/** Screen of `acct_upgradeAccount`. */
export function UpgradeScreen(
  props: ScreenProps<UpgradeAccountPreview, OperationChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const own = useWords("upgrade");
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const creates = preview.from === null;
  const isUnknown = preview.error?.cause === "code_unknown";
  return (
    <OperationFrame
      request={request}
      preview={preview}
      phase={phase}
      onApprove={onApprove}
      onReject={onReject}
      action={creates ? own.createAction : own.action}
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial data-decides>
          {creates ? own.createTitle(request.chain.name) : own.title}
        </h1>
        <p class="muted small">{creates ? own.createIntro : own.intro}</p>
      </div>
      <OperationRows account={request.account} chain={request.chain} />
      {creates ? null : (
        <>
          <p class="small muted" data-testid="sdk-upgrade-once">
            {own.noWayBack(request.chain.name)}
          </p>
          <Fold label={text.details} testid="sdk-upgrade-details" open={isUnknown}>
            <dl class="panel rows">
              <Row label={own.code} testid="sdk-upgrade-code">
                <Address address={preview.code} whole />
              </Row>
            </dl>
          </Fold>
        </>
      )}
    </OperationFrame>
  );
}

UpgradeScreen.css = detailCss;

UpgradeScreen.success = ({ saved }: Text["screens"]["success"]): Success => [saved];
