/** Details of one operation or transfer. @module */
import type { VNode } from "preact";
import { moment } from "../../ui/text/numbers.ts";
import { hashOf } from "../parts/route.ts";
import { CopyButton } from "../parts/copy.tsx";
import { BackIcon } from "../parts/icons.tsx";
import type { Entry } from "./read.ts";
import type { Words } from "../parts/phrases.ts";
import { isShortened, receiptOf } from "./receipt.ts";
import { Picture } from "./row.tsx";

/** Counterparty, network, time, state and transaction of an entry. */
export function Detail({ entry, ...words }: { entry: Entry } & Words): VNode {
  const { text, tag } = words;
  const { sentence, status, timestamp, chainName, transactionHash, explorer } = entry;
  const { party, contract } = sentence;
  const receipt = receiptOf(entry, words);
  const nameOf = sentence.kind === "access" ? words.spenderOf : words.nameOf;
  return (
    <section class="group" data-testid="home-detail">
      <div class="page-head">
        <a class="round" href={hashOf("activity")} aria-label={text.back} data-testid="home-back">
          <BackIcon />
        </a>
        <h2>{sentence.title}</h2>
        <Picture entry={entry} />
      </div>
      {sentence.kind === "unknown"
        ? <p class="banner warning" data-testid="home-unknown-line">{text.unknownLine}</p>
        : null}
      <dl class="facts">
        <dt>{text.state}</dt>
        <dd>{text.statuses[status]}</dd>
        {party === undefined ? null : (
          <>
            <dt>
              {sentence.kind === "access"
                ? text.spenderLabel
                : sentence.incoming === true
                ? text.sender
                : text.recipient}
            </dt>
            <dd>
              {isShortened(nameOf(party)) ? null : (
                <span>
                  <bdi>{nameOf(party)}</bdi>
                </span>
              )}
              <code dir="ltr">{party}</code>
            </dd>
          </>
        )}
        {contract === undefined ? null : (
          <>
            <dt>{text.contract}</dt>
            <dd>
              <code dir="ltr">{contract}</code>
            </dd>
          </>
        )}
        <dt>{text.when}</dt>
        <dd>{moment(BigInt(timestamp), tag)}</dd>
        <dt>{text.network}</dt>
        <dd>
          <bdi>{chainName}</bdi>
        </dd>
        {transactionHash === null ? null : (
          <>
            <dt>{text.transaction}</dt>
            <dd>
              <CopyButton value={transactionHash} label={text.transaction} done={text.copied}>
                <bdi dir="ltr">
                  {`${transactionHash.slice(0, 10)}…${transactionHash.slice(-6)}`}
                </bdi>
              </CopyButton>
            </dd>
          </>
        )}
      </dl>
      <div class="tools">
        <CopyButton value={receipt} label={text.copyReceipt} done={text.copied}>
          {text.copyReceipt}
        </CopyButton>
        {navigator.share === undefined ? null : (
          <button
            type="button"
            class="pill"
            data-testid="home-share"
            onClick={() => void navigator.share({ text: receipt }).catch(() => {})}
          >
            {text.share}
          </button>
        )}
      </div>
      {explorer === null
        ? null
        : (
          <a class="button" href={explorer} target="_blank" rel="noopener noreferrer">
            {text.explorer}
          </a>
        )}
    </section>
  );
}
