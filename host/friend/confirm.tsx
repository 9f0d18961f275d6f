/** Page on which a friend lets a new passkey in, after a warning and a code to compare. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ownersNow } from "../../core/client/owners.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { duration } from "../../ui/text/numbers.ts";
import { CheckIcon } from "../parts/icons.tsx";
import { RetryNote, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { type Claim, claimOf, helpedName } from "./claim.ts";
import type { Regain } from "./link.ts";
import { Code, type FriendProps, Notice, quoted, sentence, weekday, Whole } from "./parts.tsx";
import { KeyProblem } from "./problem.tsx";
import {
  anyReadyAt,
  earliest,
  findTarget,
  helpOf,
  indexOfKey,
  isHelper,
  signRecovery,
  type Target,
  waitingFor,
} from "./target.ts";
import { useKey } from "./use_key.ts";

const DAY_S = 86_400;
/** Pause between checks whether the service has started the recovery, in milliseconds. */
const CHECK_MS = 3_000;

interface ConfirmProps extends FriendProps {
  readonly link: Regain;
  readonly record: AccountRecord | undefined;
  /** Shown instead of the button without an account. */
  readonly signIn: VNode | null;
}

/** The account as the service has it, or the reason why it cannot be recovered. */
export function Confirm(props: ConfirmProps): VNode {
  const { device, accounts, text, words } = props;
  const { account, key } = props.link;
  const { name, doubt } = claimOf(
    props.link.name,
    helpedName(device.storage, accounts, account),
  );
  const link = { ...props.link, name };
  const who = quoted(name, words);
  const [isStarted, setIsStarted] = useState(false);
  const found = useLoaded(
    async () => ({ target: await findTarget(device.service, account) }),
    account,
  );
  const target = found.value?.target ?? null;
  const help = target === null ? null : helpOf(target);
  const problem = found.value === null
    ? null
    : target === null
    ? words.notFound
    : indexOfKey(target, key) >= 0
    ? words.isIn
    : help === "no_friend"
    ? words.stranger
    : help === "unused"
    ? words.unused
    : null;
  return (
    <Page
      key={isStarted ? "started" : "confirm"}
      title={sentence(words.confirmTitle(who))}
      text={text}
      testid="friend-confirm"
    >
      {problem !== null
        ? <Notice testid="friend-problem">{problem}</Notice>
        : target === null
        ? found.failed
          ? <RetryNote text={text} refresh={found.refresh}>{text.offline}</RetryNote>
          : <p class="note" role="status">{text.loading}</p>
        : isStarted
        ? <Started {...props} link={link} target={target} refresh={found.refresh} />
        : (
          <Decision
            {...props}
            link={link}
            doubt={doubt}
            target={target}
            started={() => {
              setIsStarted(true);
              found.refresh();
            }}
          />
        )}
    </Page>
  );
}

/** Everything that decides, and the button. */
function Decision(
  props: ConfirmProps & { target: Target; started: () => void; doubt: Claim["doubt"] },
): VNode {
  const { device, link, record, signIn, target, started, doubt, text, tag, words } = props;
  const { account, key } = link;
  const [isSame, setIsSame] = useState(false);
  const who = quoted(link.name, words);
  const prompt = useKey(device, record, account, async (friend) => {
    // The owners may have changed since the page was opened.
    const latest = await findTarget(device.service, account);
    if (latest === null || !isHelper(latest, friend.address)) return false;
    if (waitingFor(latest, key).length === 0) {
      const recovery = await signRecovery(latest, friend, key);
      const result = await device.service.call("acct_putRecovery", {
        account: latest.account,
        recovery,
      });
      await ownersNow(latest.account, result);
    }
    started();
    return true;
  });
  return (
    <>
      <p>{sentence(words.confirmLine(who))}</p>
      <p class="banner danger" data-testid="friend-warning">{words.warning(who)}</p>
      {doubt === "renamed"
        ? <Notice testid="friend-other-name" danger>{words.otherName(who)}</Notice>
        : null}
      {doubt === "unknown" ? <Notice testid="friend-no-record">{words.noRecord}</Notice> : null}
      <Whole address={account} label={words.account} testid="friend-account" />
      <Code account={account} sent={key} line={words.hearCode(who)} words={words} />
      <p class="note">
        {words.happens(duration(Math.round(target.now.tip.delay / DAY_S), "day", tag))}{" "}
        {words.happensSlow}
      </p>
      {anyReadyAt(target) !== null
        ? <p class="note warning" data-testid="friend-waits">{words.alreadyWaits}</p>
        : null}
      {signIn ?? (
        <>
          <label class="row">
            <input
              type="checkbox"
              checked={isSame}
              data-testid="friend-same"
              onChange={(event) => setIsSame(event.currentTarget.checked)}
            />
            <span>{words.sameCode(who)}</span>
          </label>
          <KeyProblem prompt={prompt} words={words} />
          <button
            type="button"
            class="primary wide"
            disabled={!isSame || prompt.state === "busy"}
            aria-busy={prompt.state === "busy"}
            data-testid="friend-let-in"
            onClick={() => void prompt.ask()}
          >
            {prompt.state === "busy" ? text.loading : words.letIn(who)}
          </button>
        </>
      )}
    </>
  );
}

/** The recovery that the friend started. */
function Started(
  { link, target, refresh, tag, words }: ConfirmProps & {
    target: Target;
    refresh: () => void;
  },
): VNode {
  const readyAt = earliest(waitingFor(target, link.key));
  useEffect(() => {
    if (readyAt !== null) return;
    const timer = setInterval(refresh, CHECK_MS);
    return () => clearInterval(timer);
  }, [readyAt === null]);
  return (
    <div class="card center" role="status" data-testid="friend-started">
      {readyAt === null ? <p class="note">{words.starting}</p> : (
        <>
          <p class="who-line">
            <CheckIcon />
            <span>{sentence(words.getsIn(quoted(link.name, words), weekday(readyAt, tag)))}</span>
          </p>
          <p class="note">{words.getsInLine}</p>
        </>
      )}
    </div>
  );
}
