/** Receipt of one operation or transfer. @module */
import type { VNode } from "preact";
import { moment } from "../../ui/text/numbers.ts";
import { hashOf } from "../parts/route.ts";
import { CopyButton } from "../parts/copy.tsx";
import { BackIcon } from "../parts/icons.tsx";
import { inFours } from "../parts/in_fours.tsx";
import type { Entry } from "./read.ts";
import type { RoomProps } from "../parts/room.ts";
import { useFee } from "./use_fee.ts";
import type { Words } from "../parts/phrases.ts";
import { isShortened } from "../device/names.ts";
import { receiptOf } from "./receipt.ts";
import { figureOf, Picture } from "./row.tsx";

/** Amount and value, counterparty, site, time, fee, state, network and transaction of an entry. */
export function Detail(
  { entry, site, worth, device, record, ...words }: RoomProps & Words & {
    entry: Entry;
    /** Host of the site that requested it, if the wallet recorded it. */
    site: string | undefined;
    worth: string | undefined;
  },
): VNode {
  const { text, tag } = words;
  const fee = useFee({ device, record, text, tag }, entry);
  const { sentence, status, timestamp, chainName, transactionHash, explorer } = entry;
  const { contract } = sentence;
  const party = sentence.party ?? sentence.grantor;
  const figure = figureOf(entry, tag);
  return (
    <section class="group" data-testid="home-detail">
      <div class="page-head">
        <a class="round" href={hashOf("activity")} aria-label={text.back} data-testid="home-back">
          <BackIcon />
        </a>
      </div>
      <div class="receipt">
        <Picture entry={entry} large />
        <h2 class={figure === undefined ? "" : "note"}>
          {figure === undefined ? sentence.title : sentence.act}
        </h2>
        {figure === undefined ? null : (
          <p class="total">
            <bdi>{figure}</bdi>
            {worth === undefined || status === 500 ? null : (
              <span class="note">
                <bdi>{`≈\u00a0${worth}`}</bdi>
              </span>
            )}
          </p>
        )}
      </div>
      {sentence.kind === "unknown"
        ? <p class="banner warning" data-testid="home-unknown-line">{text.unknownLine}</p>
        : null}
      <dl class="card facts">
        {party === undefined ? null : <Party entry={entry} party={party} {...words} />}
        {contract === undefined ? null : (
          <>
            <dt>{text.contract}</dt>
            <dd>
              <code dir="ltr">{contract}</code>
            </dd>
          </>
        )}
        {site === undefined ? null : (
          <>
            <dt>{text.viaLabel}</dt>
            <dd data-testid="home-via">
              <bdi dir="ltr">{site}</bdi>
            </dd>
          </>
        )}
        <dt>{text.when}</dt>
        <dd>{moment(BigInt(timestamp), tag)}</dd>
        {fee === undefined ? null : (
          <>
            <dt>{text.fee}</dt>
            <dd data-testid="home-fee">
              {fee === null ? <span class="bone short" aria-hidden="true" /> : <bdi>{fee}</bdi>}
            </dd>
          </>
        )}
        <dt>{text.state}</dt>
        <dd>{text.statuses[status]}</dd>
        <dt>{text.network}</dt>
        <dd>
          <bdi>{chainName}</bdi>
        </dd>
        {transactionHash === null ? null : (
          <>
            <dt>{text.transaction}</dt>
            <dd>
              <CopyButton value={transactionHash} label={text.transaction} done={text.copied}>
                <bdi dir="ltr">{`${transactionHash.slice(0, 6)}…${transactionHash.slice(-4)}`}</bdi>
              </CopyButton>
            </dd>
          </>
        )}
      </dl>
      <Share receipt={receiptOf(entry, words, { site, fee: fee ?? undefined })} text={text} />
      {explorer === null
        ? null
        : (
          <a class="button wide" href={explorer} target="_blank" rel="noopener noreferrer">
            {text.explorer}
          </a>
        )}
    </section>
  );
}

/** Name and address of the counterparty. */
function Party(
  { entry: { sentence }, party, text, nameOf, spenderOf }:
    & { entry: Entry; party: `0x${string}` }
    & Pick<Words, "text" | "nameOf" | "spenderOf">,
): VNode {
  const isSpender = sentence.kind === "access";
  const name = (isSpender ? spenderOf : nameOf)(party);
  return (
    <>
      <dt>
        {isSpender
          ? text.spenderLabel
          : sentence.incoming === true || sentence.grantor !== undefined
          ? text.sender
          : text.recipient}
      </dt>
      <dd>
        {isShortened(name) ? null : (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        <code class="whole end" dir="ltr">{inFours(party)}</code>
      </dd>
    </>
  );
}

/** Shares the receipt with another app, or copies it in browsers that cannot share. */
function Share({ receipt, text }: { receipt: string; text: Words["text"] }): VNode {
  if (navigator.share === undefined) {
    return (
      <CopyButton value={receipt} label={text.copyReceipt} done={text.copied} class="wide">
        {text.copyReceipt}
      </CopyButton>
    );
  }
  return (
    <button
      type="button"
      class="wide"
      data-testid="home-share"
      onClick={() => void navigator.share({ text: receipt }).catch(() => {})}
    >
      {text.share}
    </button>
  );
}
