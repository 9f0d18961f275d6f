/** The sections of the rescue page. @module */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatEther, type Hex } from "viem";
import { exportAccount, type ReadAccount } from "../../core/account/owners/record.ts";
import { type AccountState, isApart, isBehind, shownOwners } from "./account.ts";
import { OwnerList } from "./parts.tsx";
import type { Refusal } from "./refusal.ts";
import type { RescueText } from "./words/en.ts";
import type { AvailableWallet, Wallet } from "./wallets.ts";

/** An action to confirm, with its explanation. */
export interface Review {
  readonly lines: readonly string[];
  run(): Promise<void>;
}

/** Outcome of the last step. */
export type Outcome =
  | { readonly kind: "working" }
  | { readonly kind: "done"; readonly transaction: Hex }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | null;

/** Account state on a network; owners can be removed if `onRemove` is set. */
export function AccountOnNetwork(props: {
  text: RescueText;
  chain: AccountState;
  /** Index of the wallet's address among the owners; negative if it is not an owner. */
  mine: number;
  onRemove?: (owner: Hex, at: number) => void;
}): JSX.Element {
  const { text, chain, mine, onRemove } = props;
  return (
    <div data-testid="chain">
      <p>{text.onNetwork(String(chain.chainId))}</p>
      <p data-testid="balance">{text.balance(formatEther(chain.balance))}</p>
      {chain.deployed ? null : <p class="note" data-testid="missing">{text.missing}</p>}
      {chain.deployed && isBehind(chain) ? <p class="note">{text.behind}</p> : null}
      {isApart(chain) ? <p class="note warning" data-testid="apart">{text.apart}</p> : null}
      <OwnerList
        text={text}
        owners={shownOwners(chain)}
        mine={mine}
        {...(onRemove !== undefined && { onRemove })}
      />
    </div>
  );
}

/** Wallets of the browser and the connected one; it can deploy the account if `onDeploy` is set. */
export function WalletSection(props: {
  text: RescueText;
  busy: boolean;
  offered: readonly AvailableWallet[];
  wallet: Wallet | null;
  isOwner: boolean;
  onConnect: (wallet: AvailableWallet) => void;
  onDeploy?: () => void;
}): JSX.Element {
  const { text, busy, offered, wallet, isOwner, onDeploy } = props;
  return (
    <section>
      <h2>{text.wallet}</h2>
      {offered.length === 0 ? <p class="note">{text.walletNone}</p> : null}
      {offered.map((each) => (
        <button
          key={each}
          type="button"
          data-testid="wallet"
          disabled={busy}
          onClick={() => props.onConnect(each)}
        >
          {text.walletUse(each.name)}
        </button>
      ))}
      {wallet === null ? null : (
        <p data-testid="connected">
          <bdi>{text.walletIs(wallet.address)}</bdi>
        </p>
      )}
      {wallet !== null && !isOwner ? <p class="note">{text.walletNoOwner}</p> : null}
      {wallet !== null && onDeploy !== undefined
        ? (
          <>
            <p class="note">{text.deployHint}</p>
            <button type="button" data-testid="deploy" disabled={busy} onClick={onDeploy}>
              {text.deploy}
            </button>
          </>
        )
        : null}
    </section>
  );
}

/** Outcome of the last step. */
export function OutcomeLine(
  { text, outcome }: { text: RescueText; outcome: Outcome },
): JSX.Element {
  return (
    <p role="status" data-testid="outcome" data-kind={outcome?.kind ?? "none"}>
      {outcome?.kind === "working" ? text.working : null}
      {outcome?.kind === "done" ? <bdi>{text.done(outcome.transaction)}</bdi> : null}
      {outcome?.kind === "refused"
        ? (
          <span class="note danger" data-problem={outcome.refusal.problem}>
            {text.problems[outcome.refusal.problem]}
            {outcome.refusal.detail === "" ? null : <code dir="ltr">{outcome.refusal.detail}</code>}
          </span>
        )
        : null}
    </p>
  );
}

/** Action to be signed; it gets the focus, so that it is not missed. */
export function ReviewBox(props: {
  text: RescueText;
  review: Review;
  busy: boolean;
  onCancel: () => void;
}): JSX.Element {
  const { text, review } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [review]);
  return (
    <section class="review" data-testid="review" tabIndex={-1} ref={box}>
      {review.lines.map((line) => <p key={line}>{line}</p>)}
      <button
        type="button"
        data-testid="confirm"
        disabled={props.busy}
        onClick={() => review.run()}
      >
        {text.confirm}
      </button>
      <button type="button" data-testid="cancel" onClick={props.onCancel}>{text.cancel}</button>
    </section>
  );
}

/** Record input: a file, chosen or dropped, or its pasted contents. */
export function Record(props: {
  text: RescueText;
  busy: boolean;
  onRead: (json: string) => void;
}): JSX.Element {
  const { text, busy, onRead } = props;
  const [json, setJson] = useState("");
  const read = async (files: FileList | null | undefined) => {
    const content = await files?.[0]?.text();
    if (content === undefined) return;
    setJson(content);
    onRead(content);
  };
  return (
    <section>
      <h2>{text.record}</h2>
      <p class="note">{text.recordHint}</p>
      <label
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer?.files);
        }}
      >
        {text.recordFile}
        <input
          type="file"
          accept="application/json,.json"
          data-testid="file"
          onChange={(event) => void read(event.currentTarget.files)}
        />
      </label>
      <details>
        <summary data-testid="paste">{text.recordPaste}</summary>
        <textarea
          data-testid="record"
          aria-label={text.recordPaste}
          dir="ltr"
          rows={5}
          spellcheck={false}
          value={json}
          onInput={(event) => setJson(event.currentTarget.value)}
        />
        <button type="button" data-testid="read" disabled={busy} onClick={() => onRead(json)}>
          {text.recordRead}
        </button>
      </details>
    </section>
  );
}

/** Link that downloads the record. */
export function SaveLink({ record, label }: { record: ReadAccount; label: string }): JSX.Element {
  const { account, history, chains } = record;
  const changes = [...history.steps.values()].map(({ change }) => change);
  const json = JSON.stringify(exportAccount(account, changes, chains), null, 2);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [json]);
  return (
    <a
      data-testid="save"
      data-record={json}
      href={url}
      download={`account-${account.address}.json`}
    >
      {label}
    </a>
  );
}
