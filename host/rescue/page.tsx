/** Rescue page: record, network, wallet, and the account's actions. @module */
import type { JSX } from "preact";
import { ActForm, Field } from "./parts.tsx";
import {
  AccountOnNetwork,
  OutcomeLine,
  Record,
  ReviewBox,
  SaveLink,
  WalletSection,
} from "./sections.tsx";
import type { RescueText } from "./words/en.ts";
import { type RescueActions, type RescueState, useRescue } from "./use_rescue.ts";

/** The page. */
export function RescuePage({ text }: { text: RescueText }): JSX.Element {
  const [state, actions] = useRescue(text);
  const busy = state.outcome?.kind === "working";
  const parts = { text, state, actions, busy };
  return (
    <main aria-busy={busy}>
      <h1>{text.title}</h1>
      <p>{text.intro}</p>
      <p class="note">{text.passkeys}</p>
      <p class="note warning">{text.care}</p>

      <Record text={text} busy={busy} onRead={actions.readRecord} />
      <Account {...parts} />
      {state.chain === null ? null : (
        <WalletSection
          text={text}
          busy={busy}
          offered={state.offered}
          wallet={state.wallet}
          isOwner={state.index >= 0 || state.recoveryIndex >= 0}
          onConnect={actions.connect}
          {...(state.behind && { onDeploy: actions.deploy })}
        />
      )}
      {state.ready ? <Act {...parts} /> : null}
      {state.wallet !== null && state.chain !== null ? <Recover {...parts} /> : null}
      {state.review === null
        ? null
        : <ReviewBox text={text} review={state.review} busy={busy} onCancel={actions.cancel} />}
      <OutcomeLine text={text} outcome={state.outcome} />
    </main>
  );
}

/** Props of a part of the page. */
interface PartProps {
  readonly text: RescueText;
  readonly state: RescueState;
  readonly actions: RescueActions;
  readonly busy: boolean;
}

/** The account, and its state on the network. */
function Account({ text, state, actions, busy }: PartProps): JSX.Element | null {
  const { record, chain } = state;
  if (record === null) return null;
  return (
    <section>
      <h2>{text.account}</h2>
      <p>
        <code data-testid="account" dir="ltr">{record.account.address}</code>
      </p>
      {state.changed ? <p class="note warning">{text.saveNow}</p> : null}
      <p>
        <SaveLink record={record} label={text.save} />
      </p>
      <h2>{text.network}</h2>
      <Field
        label={text.nodeUrl}
        hint={text.nodeHint}
        testid="node"
        action={text.nodeLook}
        busy={busy}
        onSubmit={actions.look}
      />
      {chain === null ? null : (
        <AccountOnNetwork
          text={text}
          chain={chain}
          mine={state.index}
          {...(state.ready && { onRemove: actions.reviewRemove })}
        />
      )}
    </section>
  );
}

/** Waiting recoveries, and the form in which a recovery owner starts a recovery. */
function Recover({ text, state, actions, busy }: PartProps): JSX.Element | null {
  const { waiting = [], time = 0, delay = 0, words = [] } = state.chain ?? {};
  if (!words.some((word) => BigInt(word) >> 160n === 1n)) return null;
  return (
    <section>
      <h2>{text.recover}</h2>
      <p class="note" data-testid="delay">{text.recoverHint(Math.ceil(delay / 86_400))}</p>
      {waiting.map((each) => (
        <div key={each.index} data-testid="waiting">
          <p class="note warning">{text.recoverWaits(new Date(each.readyAt * 1000))}</p>
          {state.index < 0 ? null : (
            <button
              type="button"
              data-testid={`stop-${each.index}`}
              disabled={busy}
              onClick={() => actions.reviewVeto(each)}
            >
              {text.recoverStop}
            </button>
          )}
          {each.recovery === null || time < each.readyAt ? null : (
            <button
              type="button"
              data-testid="finish"
              disabled={busy}
              onClick={() => actions.finishRecovery(each)}
            >
              {text.recoverFinish}
            </button>
          )}
        </div>
      ))}
      {state.recoveryIndex < 0 ? null : (
        <>
          <Field
            label={text.recoverOwner}
            hint={text.recoverOwnerHint}
            testid="recover"
            action={text.recoverStart}
            busy={busy}
            onSubmit={actions.reviewRecovery}
          />
        </>
      )}
    </section>
  );
}

/** Actions of the account. */
function Act({ text, actions, busy }: PartProps): JSX.Element {
  return (
    <section>
      <h2>{text.act}</h2>
      <ActForm text={text} busy={busy} onCheck={actions.reviewCall} />
      <Field
        label={text.newOwner}
        testid="owner"
        action={text.add}
        busy={busy}
        onSubmit={actions.reviewAdd}
      />
    </section>
  );
}
