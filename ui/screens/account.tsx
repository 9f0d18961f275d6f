/** Account: address, balances, networks, and a button to disconnect. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type {
  Address,
  ChainView,
  HoldingView,
  NetworkView,
  ShowAccountChoice,
  ShowAccountPreview,
} from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDialogContext } from "../parts/hooks/context.ts";
import { Copy } from "../parts/controls/copy.tsx";
import { Frame } from "../parts/card/frame.tsx";
import { DownIcon, SendIcon } from "../parts/icons/icons.tsx";
import { Identicon } from "../parts/icons/identicon.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Retry } from "../parts/controls/retry.tsx";
import { Fold, Skeleton } from "../parts/values/rows.tsx";
import { TokenIcon } from "../parts/icons/token_icon.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { useStableWidth } from "../parts/hooks/use_stable_width.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";
import type { ScreenProps } from "./screen.ts";

/** Screen of `acct_showAccount`. */
export function AccountScreen(
  props: ScreenProps<ShowAccountPreview, ShowAccountChoice>,
): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const preview = useReadable(request.preview);
  const room = useStableWidth([text.done]);
  const { account, chain } = request;
  return (
    <Frame
      app={request.app}
      busy={false}
      onClose={onReject}
      bottom={
        <Bottom notes={<Notices preview={preview} phase={phase} />}>
          <div class="actions">
            <Button
              key="disconnect"
              look="plain"
              testid="sdk-disconnect"
              onClick={() => onApprove({ kind: "disconnect" })}
            >
              {text.disconnect}
            </Button>
            {preview.status === "error" && preview.retry !== undefined
              ? <Retry again={preview.retry} room={[text.done]} />
              : (
                <Button
                  key="done"
                  look="primary"
                  testid="sdk-done"
                  room={room}
                  onClick={() => onApprove({ kind: "done" })}
                >
                  {text.done}
                </Button>
              )}
          </div>
        </Bottom>
      }
    >
      <div class="hero">
        {account === null ? null : <Identicon address={account.address} />}
        <h1 tabIndex={-1} data-title data-initial>
          <bdi>{account?.name ?? text.account}</bdi>
        </h1>
        {account === null ? null : <Pill address={account.address} />}
      </div>
      {/* Reserves the final height for any content. */}
      <div class="holdings" tabIndex={0} role="region" aria-label={text.balances}>
        <Holdings holdings={preview.holdings} failed={preview.status === "error"} />
      </div>
      <Networks
        networks={preview.networks.length === 0 ? [chain] : preview.networks}
        current={chain}
        choose={(chainId) => onApprove({ kind: "network", chainId })}
      />
      {preview.homeUrl === undefined ? null : (
        <a
          class="row"
          href={preview.homeUrl}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="sdk-manage"
        >
          {text.manage}
          <SendIcon class="flip" />
        </a>
      )}
    </Frame>
  );
}

/** Address, shortened on a button that copies it; all of it is a press away. */
function Pill({ address }: { address: Address }): JSX.Element {
  const { text } = useDialogContext();
  return (
    <details class="pill">
      <summary data-testid="sdk-address">
        <span class="hidden">{text.address}</span>
        <bdi dir="ltr" class="mono">{shortAddress(address)}</bdi>
        <DownIcon class="chevron" />
      </summary>
      <Copy label={text.address} value={address} />
    </details>
  );
}

/** Balances that fit without scrolling; more leave space for the scrollbar. */
const SHOWN_HOLDINGS = 2;

/** Balances, or their placeholder. */
function Holdings(
  props: { holdings: readonly HoldingView[] | null; failed: boolean },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { holdings, failed } = props;
  if (holdings === null) {
    return (
      <p class="muted small none" aria-busy={!failed}>
        {failed ? text.balancesUnknown : <Skeleton width="9em" />}
      </p>
    );
  }
  if (holdings.length === 0) {
    return <p class="muted small none" data-testid="sdk-empty">{text.noBalances}</p>;
  }
  return (
    <dl
      class={holdings.length > SHOWN_HOLDINGS ? "panel rows many" : "panel rows"}
      data-testid="sdk-holdings"
    >
      {holdings.slice(0, 200).map(({ chainId, chainName, token, name, amount }) => (
        <div class="row holding" key={`${chainName} ${token.address}`}>
          <dt>
            <TokenIcon token={token} chain={{ id: chainId, name: chainName }} />
            <span class="call-words">
              <b>
                <bdi>{name ?? token.symbol}</bdi>
              </b>
              <small>
                <bdi>{chainName}</bdi>
              </small>
            </span>
          </dt>
          <dd>
            <bdi>{withSymbol(exactAmount(amount, token.decimals, tag), token, tag)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The current network; a press unfolds the others. */
function Networks(
  { networks, current, choose }: {
    networks: readonly NetworkView[];
    current: Pick<ChainView, "id" | "name">;
    choose: (chainId: number) => void;
  },
): JSX.Element {
  const { text } = useDialogContext();
  return (
    <Fold label={text.network} value={<bdi>{current.name}</bdi>} testid="sdk-networks">
      <div class="chips" role="group" aria-label={text.network}>
        {networks.map(({ id, name, testnet }) => (
          <button
            key={id}
            type="button"
            class="choice"
            part="choice"
            data-testid={`sdk-network-${id}`}
            aria-pressed={id === current.id}
            onClick={() => id === current.id || choose(id)}
          >
            <span class="choice-words">
              <b>
                <bdi>{name}</bdi>
              </b>
              {testnet ? <small>{text.testNetwork}</small> : null}
            </span>
          </button>
        ))}
      </div>
    </Fold>
  );
}

AccountScreen.css = detailCss;
