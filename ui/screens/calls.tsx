/** A batch of calls: what will happen, what it costs, what to beware of. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SendCallsPreview } from "../../core/wallet/approval.ts";
import { Address } from "../parts/address.tsx";
import { Button } from "../parts/button.tsx";
import { CallList } from "../parts/call_list.tsx";
import { Changes } from "../parts/changes.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { useSurroundings } from "../parts/context.ts";
import { Fee, hasEnough } from "../parts/fee.tsx";
import { Frame } from "../parts/frame.tsx";
import { causeText, Failure, Note, Warnings } from "../parts/note.tsx";
import { Row, Skeleton } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { Text } from "../text/text.ts";
import { amountAtMost, withSymbol } from "../text/numbers.ts";
import { intentOf, isUnnamed } from "./intent.ts";
import type { ScreenProps } from "./screen.ts";

/** The screen. */
export function CallsScreen(props: ScreenProps<"wallet_sendCalls">): JSX.Element {
  const { session, phase } = props;
  const { request } = session;
  const surroundings = useSurroundings();
  const { text, tag } = surroundings;
  const preview = useReadable(request.preview);
  // The consent is to one figure: a new one has to be agreed to again.
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const intent = intentOf(preview.calls, surroundings);
  const busy = phase.name !== "review";
  const { fee } = preview;
  const mustAgree = fee?.payer === "account" && fee.sponsorFailed !== undefined;
  const agreed = agreedTo === preview.revision;
  const affordable = fee === null || hasEnough(fee);
  const settled = preview.status === "ready" && fee !== null;
  const failed = preview.status === "error";
  const unnamed = preview.status === "loading" && isUnnamed(preview.calls);

  const approve = () => session.approve(mustAgree ? { payFromAccount: true } : {});

  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={session.reject}
      footer={
        <>
          {failed && preview.error !== undefined
            ? <Note level="danger" words={causeText(text, preview.error)} testid="sdk-error" />
            : null}
          {mustAgree
            ? (
              <Note
                level="warning"
                testid="sdk-sponsor-failed"
                words={{
                  title: text.sponsorFailed,
                  body: text.sponsorFailedHint(
                    withSymbol(amountAtMost(fee.maximum, fee.token.decimals, tag), fee.token, tag),
                  ),
                }}
              >
                {affordable
                  ? (
                    <label class="check">
                      <input
                        type="checkbox"
                        data-testid="sdk-pay-myself"
                        checked={agreed}
                        disabled={busy}
                        onChange={(event) =>
                          setAgreedTo(event.currentTarget.checked ? preview.revision : null)}
                      />
                      <span>
                        {text.payMyself(
                          withSymbol(
                            amountAtMost(fee.maximum, fee.token.decimals, tag),
                            fee.token,
                            tag,
                          ),
                        )}
                      </span>
                    </label>
                  )
                  : undefined}
              </Note>
            )
            : null}
          <NotEnough preview={preview} />
          {phase.name === "review" && phase.failure !== undefined
            ? <Failure error={phase.failure} />
            : null}
          <div class="actions">
            <Button look="secondary" testid="sdk-cancel" onClick={session.reject}>
              {text.cancel}
            </Button>
            {failed
              ? (
                <Button
                  look="primary"
                  testid="sdk-retry"
                  disabled={preview.retry === undefined}
                  onClick={() => preview.retry?.()}
                >
                  {text.retry}
                </Button>
              )
              : (
                <Confirm
                  ready={settled && affordable && (!mustAgree || agreed)}
                  busy={busy}
                  revision={preview.revision}
                  onConfirm={approve}
                >
                  {mustAgree
                    ? text.payAndConfirm
                    : unnamed
                    ? text.loading
                    : shortAction(intent.action, text)}
                </Confirm>
              )}
          </div>
        </>
      }
    >
      <div class="title">
        <h1
          class={intent.isAmount || unnamed ? "amount" : undefined}
          tabIndex={-1}
          data-title
          data-initial
        >
          {unnamed ? <Skeleton width="7em" /> : intent.title}
        </h1>
      </div>
      {intent.party === undefined ? null : (
        <div class="panel rows">
          <p class="section" data-testid="sdk-party">
            <span class="small muted">
              {intent.party.kind === "to" ? text.sendTo : text.allowTo}
            </span>
            <Address address={intent.party.address} whole />
          </p>
        </div>
      )}
      <Warnings warnings={preview.warnings} />
      <Changes changes={preview.changes} loading={preview.status === "loading"} />
      <CallList
        calls={preview.calls}
        warnings={preview.warnings}
        chain={request.chain}
        folded={intent.party !== undefined && preview.calls.length === 1}
      />
      <dl class="panel rows">
        <Fee fee={fee} loading={!failed} />
        {request.account === null ? null : (
          <Row label={text.account} testid="sdk-account">
            <span class="address">
              {request.account.name === undefined ? null : <bdi>{request.account.name}</bdi>}
              <Address address={request.account.address} />
            </span>
          </Row>
        )}
        <Row label={text.network} testid="sdk-network">
          <bdi>{request.chain.name}</bdi>
          {request.chain.testnet ? <span class="tag">{text.testNetwork}</span> : null}
        </Row>
      </dl>
    </Frame>
  );
}

/** The words on the button; a figure too long for it stands in the headline only. */
function shortAction(action: string, text: Text): string {
  return action.length > 48 ? text.confirm : action;
}

/** That the account cannot pay the fee. */
function NotEnough(props: { preview: SendCallsPreview }): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const { fee } = props.preview;
  if (fee?.payer !== "account" || hasEnough(fee)) return null;
  const { token, maximum, balance } = fee;
  return (
    <Note
      level="danger"
      testid="sdk-not-enough"
      words={{
        title: text.notEnough(token.symbol),
        body: text.notEnoughHint(
          withSymbol(amountAtMost(maximum, token.decimals, tag), token, tag),
          withSymbol(amountAtMost(balance, token.decimals, tag), token, tag),
        ),
      }}
    />
  );
}
