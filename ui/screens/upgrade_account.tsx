/** An update of the account's code on one network, or its creation there. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { OperationChoice, UpgradeAccountPreview } from "@sdk/core/dialog";
import { Address } from "../parts/values/address.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { Note } from "../parts/card/note.tsx";
import { OperationFrame } from "../parts/operation/operation_frame.tsx";
import { OperationRows } from "../parts/operation/operation_rows.tsx";
import { Row } from "../parts/values/rows.tsx";
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
  const { from, to } = preview;
  const creates = from === null;
  return (
    <OperationFrame
      request={request}
      preview={preview}
      phase={phase}
      onApprove={onApprove}
      onReject={onReject}
      action={creates ? text.create : own.action}
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial data-decides>
          {creates ? own.createTitle(request.chain.name) : own.title}
        </h1>
        <p class="muted small">{creates ? own.createIntro : own.intro}</p>
      </div>
      <dl class="panel rows">
        {creates ? null : (
          <>
            <Row label={own.version} testid="sdk-upgrade-version">{own.fromTo(from, to)}</Row>
            <Row label={own.code} testid="sdk-upgrade-code">
              <Address address={preview.code} whole />
            </Row>
          </>
        )}
        <Row label={own.stays} testid="sdk-upgrade-stays">
          {creates ? own.createStays : own.staysAll}
        </Row>
      </dl>
      <OperationRows account={request.account} chain={request.chain} />
      {creates ? null : (
        <Note
          level="info"
          words={{ title: own.onlyHere, body: own.noWayBack(request.chain.name) }}
          testid="sdk-upgrade-once"
        />
      )}
    </OperationFrame>
  );
}

UpgradeScreen.css = detailCss;

UpgradeScreen.success = ({ saved }: Text["screens"]["success"]): Success => [saved];
