/** A token to show among the balances, as read from the chain. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { WatchAssetPreview } from "@sdk/core/dialog";
import { Address } from "../parts/values/address.tsx";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Note } from "../parts/card/note.tsx";
import { TokenIcon } from "../parts/icons/token_icon.tsx";
import { Fold, Row, Skeleton } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import type { ScreenProps } from "./screen.ts";
import type { Text } from "../text/en.ts";

/** Screen of `wallet_watchAsset`. */
export function WatchAssetScreen(props: ScreenProps<WatchAssetPreview>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const own = useWords("watchAsset");
  const preview = useReadable(request.preview);
  const { asset, status } = preview;
  const missing = status === "loading" ? <Skeleton width="6em" /> : own.unknown;
  const token = asset?.token;
  // The site chose the contract: unless the wallet lists it, the address decides.
  const whole = token === undefined || token.unlisted === true || asset?.differs === true;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      icon={
        <TokenIcon
          token={token ?? { address: preview.address, symbol: "" }}
          chain={request.chain}
          large
        />
      }
      lines={2}
      title={own.title(token?.symbol)}
      intro={own.intro}
      action={own.action}
      isReady={asset !== null}
      revision={preview.address}
      onConfirm={() => onApprove({})}
      notes={status !== "ready"
        ? null
        : asset === null
        ? <Note key="none" level="danger" words={own.none} testid="sdk-no-token" />
        : asset.differs
        ? <Note key="differs" level="warning" words={own.differs} testid="sdk-other-token" />
        : null}
    >
      <dl class="panel rows">
        <Row label={text.token} testid="sdk-token">
          {asset === null ? missing : (
            <>
              <bdi>{asset.name}</bdi>
              {token?.unlisted === true ? <span class="tag">{text.unlisted}</span> : null}
            </>
          )}
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
        {whole
          ? (
            <Row label={text.contract} decides>
              <Address address={preview.address} whole />
            </Row>
          )
          : null}
      </dl>
      {whole
        ? null
        : (
          <Fold label={text.contract} value={<Address address={preview.address} plain />}>
            <Address address={preview.address} whole />
          </Fold>
        )}
    </DecisionFrame>
  );
}

WatchAssetScreen.css = detailCss;

WatchAssetScreen.success = ({ added }: Text["screens"]["success"]): Success => [added];
