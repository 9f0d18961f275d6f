/** Page of a new device that waits until a friend has let its passkey in. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_CHAIN_NAME_LENGTH } from "../../core/ground/limits.ts";
import type { Device } from "../device/device.ts";
import { RetryNote, useLoaded } from "../parts/loaded.tsx";
import { go } from "../parts/route.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import { Code, dayAndTime, type FriendProps, ShareLink, Whole } from "./parts.tsx";
import type { Regaining } from "./regain_state.ts";
import {
  anyReadyAt,
  earliest,
  findTarget,
  indexOfKey,
  isOnChain,
  isReadable,
  isStopped,
  type Target,
  waitingFor,
} from "./target.ts";

/** Pause between checks, in milliseconds. */
const CHECK_MS = 10_000;

interface WaitingProps extends FriendProps {
  readonly state: Regaining;
  readonly keep: (state: Regaining | null) => void;
}

/** The link for the friend, the time at which the account opens, or why it does not. */
export function Waiting(props: WaitingProps): VNode {
  const { device, state, keep, text, words, changed } = props;
  const { account, publicKey: key } = state;
  const loaded = useLoaded(() => check(device, state), key);
  const found = loaded.value;
  useEffect(() => {
    const timer = setInterval(loaded.refresh, CHECK_MS);
    const end = device.follow(account.address, ["recoveryChanged"], loaded.refresh);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [key]);
  useEffect(() => {
    if (found === null) return;
    if (found.isIn) {
      keep(null);
      changed();
      go("home");
      return;
    }
    const started = new Set([...state.started, ...found.waiting.map(({ recovery }) => recovery)]);
    if (started.size > state.started.length) keep({ ...state, started: [...started] });
  }, [found]);
  const startOver = () => {
    // A recovery that waited, or that is not readable, may still make the passkey the owner.
    if (state.started.length === 0 && found?.isReadable) {
      device.ceremony.forget?.(location.hostname, state.credentialId);
    }
    keep(null);
  };
  return (
    <>
      <Whole
        address={account.address}
        label={state.name || words.account}
        testid="friend-account"
      />
      {found === null && !loaded.failed ? <p class="note" role="status">{text.loading}</p> : null}
      {loaded.failed
        ? <RetryNote text={text} refresh={loaded.refresh}>{text.offline}</RetryNote>
        : null}
      {found === null || found.isIn
        ? null
        : found.isStopped
        ? (
          <section class="banner warning" role="status" data-testid="friend-stopped">
            <p>
              <b>{words.stopped}</b>
            </p>
            <p>{words.stoppedLine}</p>
          </section>
        )
        : found.isOnChain || found.waiting.length > 0
        ? <Opens {...props} found={found} />
        : (
          <>
            <ShareLink
              link={{ kind: "regain", account: account.address, name: state.name, key }}
              title={words.sendLink}
              text={text}
              words={words}
            />
            <Code account={account.address} sent={key} line={words.callFriend} words={words} />
            <p class="note" role="status" data-testid="friend-waiting">
              {found.anyReadyAt === null ? words.waitsForFriend : words.alreadyWaits}
            </p>
          </>
        )}
      {found === null || found.isOnChain || found.waiting.length > 0 ||
          (state.started.length > 0 && !found.isStopped)
        // The friend has let this passkey in.
        ? null
        : (
          <button
            type="button"
            class={found.isStopped ? "primary wide" : "link"}
            data-testid="friend-start-over"
            onClick={startOver}
          >
            {words.startOver}
          </button>
        )}
    </>
  );
}

/** The time at which the account opens, on each network if they differ. */
function Opens({ found, tag, words }: WaitingProps & { found: Checked }): VNode {
  const { waiting } = found;
  const readyAt = earliest(waiting) ?? 0;
  const isOne = waiting.every((each) => each.readyAt - readyAt < 60);
  return (
    <section class="card" role="status" data-testid="friend-opens" data-ready={readyAt}>
      <h2>
        {readyAt * 1000 < Date.now() ? words.opening : words.opens(dayAndTime(readyAt, tag))}
      </h2>
      {isOne ? null : (
        <ul class="rows">
          {waiting.map(({ chainId, name, readyAt }) => (
            <li key={chainId} class="note">
              {words.opensOn(
                `\u2068${cleanText(name, MAX_CHAIN_NAME_LENGTH)}\u2069`,
                dayAndTime(readyAt, tag),
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="note">{words.opensLine}</p>
    </section>
  );
}

/** State of the recovery. */
interface Checked {
  /** True if the passkey owns the account, which is then on this device. */
  readonly isIn: boolean;
  /** True if it is an owner on some network. */
  readonly isOnChain: boolean;
  /** True if each network was readable. */
  readonly isReadable: boolean;
  /** True if recoveries to this passkey waited, and were stopped. */
  readonly isStopped: boolean;
  /** Recoveries to this passkey that wait. */
  readonly waiting: ReturnType<typeof waitingFor>;
  readonly anyReadyAt: number | null;
}

/** State if the service does not find the account. */
const unread: Checked = {
  isIn: false,
  isOnChain: false,
  isReadable: false,
  isStopped: false,
  waiting: [],
  anyReadyAt: null,
};

/** Checks the recovery. Once it has finished, registers the passkey and stores the account. */
async function check(device: Device, state: Regaining): Promise<Checked> {
  const { account, publicKey } = state;
  const target = await findTarget(device.service, account.address);
  if (target === null) return unread;
  const index = indexOfKey(target, publicKey);
  if (index >= 0) await signIn(device, state, target, index);
  return {
    isIn: index >= 0,
    isOnChain: isOnChain(target, publicKey),
    isReadable: isReadable(target),
    isStopped: isStopped(target, publicKey, state.started),
    waiting: waitingFor(target, publicKey, state.started),
    anyReadyAt: anyReadyAt(target),
  };
}

async function signIn(
  { service, book }: Device,
  { credentialId, publicKey, name, backedUp, aaguid }: Regaining,
  { account }: Target,
  ownerIndex: number,
): Promise<void> {
  // If this fails, the next use of the passkey registers it again.
  const registered = await service.call("acct_putCredential", { credentialId, publicKey, account })
    .then(() => true, () => false);
  book.put({
    credentialId,
    publicKey,
    account,
    ownerIndex,
    name: name || shortAddress(account.address),
    lastUsed: Math.floor(Date.now() / 1000),
    registered,
    backedUp,
    aaguid,
  });
}
