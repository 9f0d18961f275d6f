/** Page that moves the funds of the user's other wallet to the account. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { OwnerChainView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { asUnit, list } from "../../ui/text/numbers.ts";
import { AlertIcon } from "../../ui/parts/icons/icons.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
import { QrCode } from "../../ui/parts/values/qr.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { TokenDisc } from "../parts/disc.tsx";
import { CheckIcon } from "../parts/icons.tsx";
import { inFours } from "../parts/in_fours.tsx";
import { RetryNote, Section, useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { amountOf, apart } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import {
  linkOf,
  type Move,
  type OtherWallet,
  readNewest,
  readWallet,
  receivedOf,
} from "./bring_moves.ts";
import { placeOf } from "./payment_request.ts";
import type { Recipient } from "./recipient.ts";
import { RecipientForm } from "./recipient_form.tsx";

/** Pause between searches for the transfers, in milliseconds. */
const SEARCH_MS = 4_000;

type BringProps = RoomProps & {
  /** Networks of the account; `null` while they load. */
  readonly chains: readonly OwnerChainView[] | null;
};

/** Chosen moves, and the transfers that the account had before. */
interface Started {
  readonly moves: readonly Move[];
  readonly known: ReadonlySet<string>;
}

/** The form with the balances, or the transfers to sign. */
export function Bring(props: BringProps): VNode {
  const { text } = props;
  const [started, setStarted] = useState<Started | null>(null);
  return (
    <Page title={text.bring} text={text} back="receive" testid="home-bringing">
      {started === null
        ? <Choose {...props} start={setStarted} />
        : <Sign {...props} started={started} />}
    </Page>
  );
}

/** The other wallets with their balances. Nothing is stored. */
function Choose(
  props: BringProps & { start: (started: Started) => void },
): VNode {
  const { device, record, text, tag, chains } = props;
  const { address } = record.account;
  const [wallets, setWallets] = useState<readonly Recipient[]>([]);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState(false);
  const configuration = useLoaded(() => device.service.configuration(), record);
  const loaded = useLoaded(
    () => Promise.all(wallets.map((wallet) => readWallet(device, address, wallet))),
    wallets,
  );
  const unsafe = (chains ?? []).filter(({ state }) => state === "lost" || state === "unknown");
  const isSafe = ({ chainId, amount }: Move) =>
    amount > 0n && !unsafe.some(({ id }) => id === chainId);
  const chosen = (loaded.value ?? []).flatMap(({ moves }) => moves)
    .filter((move) => isSafe(move) && !skipped.has(move.id));
  const served = configuration.value?.chains ?? [];
  // An ENS name often has an address on Ethereum only. The page shows the address before it reads.
  const lookUpOn = (served.find(({ id }) => id === 1) ?? served[0])?.id ?? null;
  const start = async () => {
    setFailed(false);
    try {
      const transfers = await readNewest(device.service, address);
      props.start({ moves: chosen, known: new Set(transfers.map(placeOf)) });
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <RecipientForm
        {...props}
        chainId={lookUpOn}
        label={text.bringFrom}
        self={text.bringSelf}
        testid="home-bring-from"
        intro={<p class="note">{text.bringLine}</p>}
        submit={{ text: text.bringShow, testid: "home-bring-show", class: "wide" }}
        onSubmit={(wallet) => {
          setWallets([...wallets.filter((each) => each.address !== wallet.address), wallet]);
          return true;
        }}
      />
      {unsafe.length === 0 || wallets.length === 0
        ? null
        : (
          <p class="banner danger" role="alert" data-testid="home-bring-never">
            <AlertIcon />{" "}
            {text.receiveNever(list(unsafe.map(({ name }) => asUnit(name, tag)), tag))}
          </p>
        )}
      {wallets.length === 0 ? null : (
        <Section
          title={text.balances}
          text={text}
          tag={tag}
          // The balances of the latest wallet are still missing.
          loaded={loaded.value?.length === wallets.length ? loaded : { ...loaded, value: null }}
        >
          {(loaded.value ?? []).map((wallet) => (
            <Balances
              key={wallet.address}
              {...props}
              wallet={wallet}
              isSafe={isSafe}
              skipped={skipped}
              skip={setSkipped}
            />
          ))}
        </Section>
      )}
      {chosen.length === 0 ? null : (
        <button
          type="button"
          class="primary wide"
          disabled={chains === null}
          data-testid="home-bring-go"
          onClick={() => void start()}
        >
          {text.review}
        </button>
      )}
      {failed
        ? <RetryNote text={text} refresh={() => void start()}>{text.offline}</RetryNote>
        : null}
    </>
  );
}

/** Balances of another wallet, each with a checkbox. */
function Balances(
  props: RoomProps & {
    wallet: OtherWallet;
    isSafe: (move: Move) => boolean;
    skipped: ReadonlySet<string>;
    skip: (skipped: ReadonlySet<string>) => void;
  },
): VNode {
  const { text, tag, wallet, isSafe, skipped } = props;
  const { moves, unread } = wallet;
  const toggle = ({ id }: Move) => {
    const next = new Set(skipped);
    if (!next.delete(id)) next.add(id);
    props.skip(next);
  };
  return (
    <div data-testid="home-bring-wallet">
      <p class="note">
        <bdi>{wallet.name ?? shortAddress(wallet.address)}</bdi>
      </p>
      <ul class="rows">
        {moves.map((move) => (
          <li key={move.id}>
            <label class="row" data-testid="home-bring-balance">
              <input
                type="checkbox"
                checked={isSafe(move) && !skipped.has(move.id)}
                disabled={!isSafe(move)}
                onChange={() => toggle(move)}
              />
              <MoveLine move={move} text={text} tag={tag}>
                {move.amount === 0n
                  ? text.bringTooLittle
                  : move.lacksFee
                  ? text.bringLacksFee(apart(move.chainName))
                  : null}
              </MoveLine>
            </label>
          </li>
        ))}
      </ul>
      {moves.length === 0 && unread.length === 0
        ? <p class="note" role="status" data-testid="home-bring-none">{text.bringNone}</p>
        : null}
      {unread.length === 0 ? null : (
        <p class="note" role="alert" data-testid="home-bring-unread">
          {text.bringUnread(list(unread.map((name) => asUnit(name, tag)), tag))}
        </p>
      )}
    </div>
  );
}

/** Token, amount and network of a move. */
function MoveLine(
  props: {
    move: Move;
    text: RoomProps["text"];
    tag: string;
    children?: VNode | string | null;
  },
): VNode {
  const { move, text, tag, children } = props;
  const { chainId, chainName, token, amount } = move;
  return (
    <>
      <TokenDisc token={token} network={{ id: chainId, name: chainName }} />
      <span class="row-text">
        <b>{amount === 0n ? <bdi>{token.symbol}</bdi> : amountOf(amount, token, tag)}</b>
        <span class="note">{text.on(apart(chainName))}</span>
        {children === null ? null : <span class="note">{children}</span>}
      </span>
    </>
  );
}

/** The transfers: each as a link and a QR code, until it arrived. */
function Sign(props: RoomProps & { started: Started }): VNode {
  const { device, record, text, started: { moves, known } } = props;
  const { address } = record.account;
  const loaded = useLoaded(
    async () => receivedOf(await readNewest(device.service, address), moves, known),
    moves,
  );
  const received = loaded.value ?? new Map<string, bigint>();
  const waiting = moves.filter(({ id }) => !received.has(id));
  const isDone = waiting.length === 0;
  useEffect(() => {
    if (isDone) return;
    const timer = setInterval(loaded.refresh, SEARCH_MS);
    const end = device.follow(address, ["assetsChanged"], loaded.refresh);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [isDone, address]);
  return (
    <>
      {isDone
        ? (
          <p class="banner" role="status" data-testid="home-bring-done">
            <CheckIcon /> {text.bringDone}
          </p>
        )
        : <p class="note">{text.bringSign}</p>}
      <div class="card center">
        <p class="note">{text.bringTo}</p>
        <code class="whole" dir="ltr" data-testid="home-bring-to">{inFours(address)}</code>
        <CopyButton value={address} label={text.copyAddress} done={text.copied}>
          {text.copyAddress}
        </CopyButton>
      </div>
      <ul class="rows">
        {moves.map((move) => (
          <Transfer
            key={move.id}
            {...props}
            move={move}
            received={received.get(move.id)}
            isNext={move === waiting[0]}
          />
        ))}
      </ul>
      {loaded.failed
        ? <RetryNote text={text} refresh={loaded.refresh}>{text.offline}</RetryNote>
        : null}
    </>
  );
}

/** A transfer to sign in the other wallet. */
function Transfer(
  props: RoomProps & { move: Move; received: bigint | undefined; isNext: boolean },
): VNode {
  const { record, text, tag, move, received, isNext } = props;
  const link = linkOf(move, record.account.address);
  const isReceived = received !== undefined;
  return (
    <li data-testid="home-bring-move" data-received={isReceived} data-link={link}>
      <div class={isReceived ? "row done" : "row"}>
        <MoveLine move={isReceived ? { ...move, amount: received } : move} text={text} tag={tag}>
          <span role="status">
            {isReceived ? text.bringReceived : text.bringWaits(shortAddress(move.from))}
          </span>
        </MoveLine>
        {isReceived ? <CheckIcon /> : null}
      </div>
      {isReceived ? null : (
        <details open={isNext}>
          <summary class="note">{text.bringLink}</summary>
          <div class="card center">
            <div class="tools">
              <a class="button" href={link} data-testid="home-bring-open">{text.bringOpen}</a>
              <CopyButton value={link} label={text.copyLink} done={text.copied}>
                {text.copyLink}
              </CopyButton>
            </div>
            <QrCode testid="home-qr" value={link} label={text.bringLink} />
          </div>
        </details>
      )}
    </li>
  );
}
