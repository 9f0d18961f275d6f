/** An update of the account's code on one network, or its creation there. @module */
import type { JSX } from "preact";
import { Address } from "../parts/address.tsx";
import { useDialogContext, useWords } from "../parts/context.ts";
import { Frame } from "../parts/frame.tsx";
import { Note } from "../parts/note.tsx";
import { OperationFooter } from "../parts/operation_footer.tsx";
import { OperationRows } from "../parts/operation_rows.tsx";
import { Row } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { UpgradeProps } from "./screens.ts";
import type { SuccessWords } from "../text/screens/success.ts";

/** Screen of `acct_upgradeAccount`. */
export function UpgradeScreen(props: UpgradeProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const own = useWords("upgrade");
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const { from, to } = preview;
  const creates = from === null;
  return (
    <Frame
      app={request.app}
      busy={phase.name !== "review"}
      onClose={onReject}
      bottom={
        <OperationFooter
          preview={preview}
          phase={phase}
          account={request.account}
          chain={request.chain}
          onApprove={onApprove}
          onReject={onReject}
        >
          {creates ? text.create : own.action}
        </OperationFooter>
      }
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
              <Address address={preview.code} />
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
    </Frame>
  );
}

UpgradeScreen.success = ({ saved }: SuccessWords): string => saved;
