/** Rescue page: record, network, wallet, and the account's actions. @module */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { getAddress, type Hex, isAddressEqual, size, slice } from "viem";
import type { ChainRead } from "../../core/account/find.ts";
import {
  addOwnerCall,
  addressOwner,
  ownerIndexOf,
  removeOwnerCall,
} from "../../core/account/owners.ts";
import { type ReadAccount, readExport } from "../../core/account/record.ts";
import { type AccountState, isBehind, readAccountState } from "./account.ts";
import { type Actor, changeOwners, deploy, execute } from "./operations.ts";
import { readAddress, readForm } from "./forms.ts";
import { connectNode } from "./node.ts";
import { ActForm, Field } from "./parts.tsx";
import { Refusal, toRefusal } from "./refusal.ts";
import {
  AccountOnNetwork,
  type Outcome,
  OutcomeLine,
  Record,
  type Review,
  ReviewBox,
  SaveLink,
  WalletSection,
} from "./sections.tsx";
import type { RescueText } from "./text.ts";
import { type AvailableWallet, type Wallet, watchWallets } from "./wallets.ts";

/** The page. */
export function RescuePage({ text }: { text: RescueText }): JSX.Element {
  const [record, setRecord] = useState<ReadAccount | null>(null);
  const [changed, setChanged] = useState(false);
  const [node, setNode] = useState<{ read: ChainRead; chain: AccountState } | null>(null);
  const [offered, setOffered] = useState<readonly AvailableWallet[]>([]);
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const busy = outcome?.kind === "working";
  // State of the last render may be older than the last click.
  const running = useRef(false);
  useEffect(() => watchWallets(setOffered), []);

  /** Runs one step at a time and shows its outcome. */
  const step = async (run: () => Promise<Hex | void>) => {
    if (running.current) return;
    running.current = true;
    setOutcome({ kind: "working" });
    try {
      const transaction = await run();
      setOutcome(transaction === undefined ? null : { kind: "done", transaction });
    } catch (error) {
      setOutcome({ kind: "refused", refusal: toRefusal(error) });
    } finally {
      running.current = false;
    }
  };
  const readRecord = (json: string) =>
    step(async () => {
      try {
        setRecord(await readExport(JSON.parse(json)));
      } catch (cause) {
        const detail = cause instanceof Error ? cause.message.slice(0, 300) : "";
        throw new Refusal("record", { detail, cause });
      }
      setChanged(false);
      setNode(null);
      setReview(null);
    });

  const chain = node?.chain ?? null;
  const index = wallet === null || chain === null
    ? -1
    : ownerIndexOf(chain.owners, addressOwner(wallet.address));
  const actor: Actor | null = node === null || wallet === null || record === null
    ? null
    : { read: node.read, chainId: node.chain.chainId, wallet, record };
  const refresh = async (now: ReadAccount) => {
    if (node !== null) setNode({ ...node, chain: await readAccountState(node.read, now) });
  };
  /** Runs a step that sends a transaction, then refreshes the account's state. */
  const send = (run: (actor: Actor) => Promise<Hex>) => {
    setReview(null);
    return step(async () => {
      if (actor === null) return;
      try {
        return await run(actor);
      } finally {
        await refresh(actor.record).catch(() => {});
      }
    });
  };
  const change = (call: Hex) =>
    send(async (actor) => {
      const { transaction, record } = await changeOwners(actor, index, chain!.sequence, call);
      setChanged(record !== actor.record);
      setRecord(record);
      return transaction;
    });

  const reviewAdd = (typed: string) =>
    step(() => {
      const owner = readAddress(typed);
      const bytes = addressOwner(owner);
      const own = isAddressEqual(owner, record!.account.address);
      if (own || ownerIndexOf(chain!.owners, bytes) >= 0) throw new Refusal("already_owner");
      setReview({
        lines: [text.reviewAdd(owner), text.everywhere],
        run: () => change(addOwnerCall(bytes)),
      });
      return Promise.resolve();
    });
  const reviewRemove = (owner: Hex, at: number) =>
    step(() => {
      if (chain!.owners.filter((each) => each !== null).length < 2) {
        throw new Refusal("last_owner");
      }
      const shown = size(owner) === 32 ? getAddress(slice(owner, 12)) : `${text.passkey} ${owner}`;
      setReview({
        lines: [
          text.reviewRemove(shown),
          ...(at === index ? [text.reviewSelf] : []),
          text.everywhere,
        ],
        run: () => change(removeOwnerCall(at, owner)),
      });
      return Promise.resolve();
    });

  const behind = chain !== null && record !== null && isBehind(chain, record);
  const ready = actor !== null && chain?.deployed === true && !behind && index >= 0;
  return (
    <main aria-busy={busy}>
      <h1>{text.title}</h1>
      <p>{text.intro}</p>
      <p class="note">{text.passkeys}</p>
      <p class="note warning">{text.care}</p>

      <Record text={text} busy={busy} onRead={readRecord} />
      {record === null ? null : (
        <section>
          <h2>{text.account}</h2>
          <p>
            <code data-testid="account" dir="ltr">{record.account.address}</code>
          </p>
          {changed ? <p class="note warning">{text.saveNow}</p> : null}
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
            onSubmit={(url) =>
              step(async () => {
                const read = connectNode(url);
                setReview(null);
                setNode({ read, chain: await readAccountState(read, record) });
              })}
          />
          {chain === null ? null : (
            <AccountOnNetwork
              text={text}
              chain={chain}
              record={record}
              mine={index}
              {...(ready && { onRemove: reviewRemove })}
            />
          )}
        </section>
      )}

      {chain === null ? null : (
        <WalletSection
          text={text}
          busy={busy}
          offered={offered}
          wallet={wallet}
          isOwner={index >= 0}
          onConnect={(each) =>
            step(async () => {
              // The review was made for the previous wallet.
              setReview(null);
              setWallet(await each.connect());
            })}
          {...(behind && { onDeploy: () => send(deploy) })}
        />
      )}

      {ready && node !== null
        ? (
          <section>
            <h2>{text.act}</h2>
            <ActForm
              text={text}
              busy={busy}
              onCheck={(typed) =>
                step(async () => {
                  const { address } = actor!.record.account;
                  const { call, to, amount, balance } = await readForm(node.read, address, typed);
                  const line = typed.kind === "raw"
                    ? text.reviewCall(to, amount, call.data)
                    : text.reviewSend(amount, to);
                  setReview({
                    lines: balance === undefined ? [line] : [line, text.reviewHas(balance)],
                    run: () => send((actor) => execute(actor, index, call)),
                  });
                })}
            />
            <Field
              label={text.newOwner}
              testid="owner"
              action={text.add}
              busy={busy}
              onSubmit={reviewAdd}
            />
          </section>
        )
        : null}

      {review === null ? null : (
        <ReviewBox
          text={text}
          review={review}
          busy={busy}
          onCancel={() => setReview(null)}
        />
      )}
      <OutcomeLine text={text} outcome={outcome} />
    </main>
  );
}
