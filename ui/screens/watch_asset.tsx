/** A token to show among the balances, as the chain describes it. @module */
import type { JSX } from "preact";
import { Address } from "../parts/address.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { useDialogContext, useWords } from "../parts/context.ts";
import { Decision } from "../parts/decision.tsx";
import { Frame } from "../parts/frame.tsx";
import { Note } from "../parts/note.tsx";
import { Row, Skeleton } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import type { WatchAssetProps } from "./screens.ts";
import type { SuccessWords } from "../text/screens/success.ts";

/** Screen of `wallet_watchAsset`. */
export function WatchAssetScreen(props: WatchAssetProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const own = useWords("watchAsset");
  const preview = useReadable(request.preview);
  const { asset, status } = preview;
  const busy = phase.name !== "review";
  const missing = status === "loading" ? <Skeleton width="6em" /> : "–";
  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      bottom={
        <Decision
          preview={preview}
          phase={phase}
          onReject={onReject}
          words={[own.action]}
          notes={status !== "ready"
            ? null
            : asset === null
            ? <Note key="none" level="danger" words={own.none} testid="sdk-no-token" />
            : asset.differs
            ? <Note key="differs" level="warning" words={own.differs} testid="sdk-other-token" />
            : null}
        >
          <Confirm
            ready={status === "ready" && asset !== null}
            busy={busy}
            revision={preview.address}
            onConfirm={() => onApprove({})}
          >
            {own.action}
          </Confirm>
        </Decision>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial data-decides>{own.title}</h1>
        <p class="muted small">{own.intro}</p>
      </div>
      <dl class="panel rows">
        <Row label={text.token} testid="sdk-token">
          {asset === null ? missing : <bdi>{asset.name}</bdi>}
        </Row>
        <Row label={own.balance} testid="sdk-token-balance">
          {asset === null ? missing : (
            <bdi>
              {withSymbol(
                exactAmount(asset.balance, asset.token.decimals, tag),
                asset.token,
                tag,
              )}
            </bdi>
          )}
        </Row>
        <Row label={text.network}>{request.chain.name}</Row>
        <Row label={text.contract}>
          <Address address={preview.address} whole />
        </Row>
      </dl>
    </Frame>
  );
}

WatchAssetScreen.success = ({ added }: SuccessWords): string => added;
