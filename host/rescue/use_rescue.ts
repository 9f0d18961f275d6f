/** State and actions of the rescue page. @module */
import { useEffect, useState } from "preact/hooks";
import { getAddress, type Hex, isAddressEqual, numberToHex, size, slice } from "viem";
import type { ChainRead } from "../../core/account/owners/find.ts";
import { tipOf } from "../../core/account/owners/history.ts";
import { addressOwner, indexOfOwner, storedWord } from "../../core/account/owners/key.ts";
import type { UnsignedChange } from "../../core/account/owners/change.ts";
import { type OwnerEdit, planChange } from "../../core/account/owners/plan.ts";
import { type ReadAccount, readExport } from "../../core/account/owners/record.ts";
import { type AccountState, isBehind, readAccountState, type WaitingRecovery } from "./account.ts";
import {
  type Actor,
  changeOwners,
  deploy,
  execute,
  finishRecovery,
  startRecovery,
  vetoRecovery,
} from "./operations.ts";
import { type FormInput, readAddress, readForm, readOwner, refuseContractOwner } from "./forms.ts";
import { connectNode } from "./node.ts";
import { Refusal } from "./refusal.ts";
import type { Outcome, Review } from "./sections.tsx";
import type { RescueText } from "./words/en.ts";
import { type RunStep, useStep } from "./use_step.ts";
import { type AvailableWallet, type Wallet, watchWallets } from "./wallets.ts";

/** A node, with the account's state on its network. */
interface Node {
  readonly read: ChainRead;
  readonly chain: AccountState;
}

/** State that the page shows. */
export interface RescueState {
  /** The account's record. */
  readonly record: ReadAccount | null;
  /** True if the record has changed since it was read. */
  readonly changed: boolean;
  /** State of the account on the network. */
  readonly chain: AccountState | null;
  /** Wallets of the browser. */
  readonly offered: readonly AvailableWallet[];
  /** The connected wallet. */
  readonly wallet: Wallet | null;
  /** Index of the wallet among the owners; -1 if it is not an owner. */
  readonly index: number;
  /** Index of the wallet among the recovery owners; -1 if it is not one. */
  readonly recoveryIndex: number;
  /** True if the network lacks changes of the record. */
  readonly behind: boolean;
  /** True if the wallet can act for the account. */
  readonly ready: boolean;
  /** The action to confirm. */
  readonly review: Review | null;
  /** Outcome of the last step. */
  readonly outcome: Outcome;
}

/** Actions of the user. */
export interface RescueActions {
  /** Reads the account's record. */
  readRecord(json: string): Promise<void>;
  /** Reads the account's state from a node. */
  look(url: string): Promise<void>;
  /** Connects a wallet. */
  connect(wallet: AvailableWallet): Promise<void>;
  /** Deploys the account, or applies missing changes. */
  deploy(): Promise<void>;
  /** Reviews a new owner. */
  reviewAdd(typed: string): Promise<void>;
  /** Reviews the removal of an owner. */
  reviewRemove(owner: Hex, at: number): Promise<void>;
  /** Reviews a recovery to a new owner. */
  reviewRecovery(typed: string): Promise<void>;
  /** Reviews a veto of a recovery. */
  reviewVeto(waiting: WaitingRecovery): Promise<void>;
  /** Finishes a recovery after its delay. */
  finishRecovery(waiting: WaitingRecovery): Promise<void>;
  /** Reviews a call of the account. */
  reviewCall(typed: FormInput): Promise<void>;
  /** Drops the review. */
  cancel(): void;
}

/** Manages the page's state. */
export function useRescue(text: RescueText): readonly [RescueState, RescueActions] {
  const [record, setRecord] = useState<ReadAccount | null>(null);
  const [changed, setChanged] = useState(false);
  const [node, setNode] = useState<Node | null>(null);
  const [offered, setOffered] = useState<readonly AvailableWallet[]>([]);
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  const [step, outcome] = useStep();
  useEffect(() => watchWallets(setOffered), []);

  const chain = node?.chain ?? null;
  const index = wallet === null || chain === null
    ? -1
    : indexOfOwner(chain.words, addressOwner(wallet.address));
  const recoveryWord = wallet === null
    ? null
    : storedWord({ kind: "recovery", owner: addressOwner(wallet.address) });
  const recoveryIndex = recoveryWord === null || chain === null
    ? -1
    : chain.words.indexOf(recoveryWord);
  const behind = chain !== null && isBehind(chain);
  const actor: Actor | null = node === null || wallet === null || record === null
    ? null
    : { read: node.read, chainId: node.chain.chainId, wallet, record };
  const ready = actor !== null && chain?.deployed === true && !behind && index >= 0;

  /** Runs a step that sends a transaction, then refreshes the account's state. */
  const send = (run: (actor: Actor) => Promise<Hex>) => {
    setReview(null);
    return step(async () => {
      if (actor === null || node === null) return;
      try {
        return await run(actor);
      } finally {
        await readAccountState(node.read, actor.record)
          .then((chain) => setNode({ ...node, chain }), () => {});
      }
    });
  };
  const change = (edit: OwnerEdit) =>
    send(async (actor) => {
      const next = plan(actor, chain!, edit);
      const { transaction, record } = await changeOwners(actor, index, chain!, next);
      setChanged(true);
      setRecord(record);
      return transaction;
    });

  const state: RescueState = {
    record,
    changed,
    chain,
    offered,
    wallet,
    index,
    recoveryIndex,
    behind,
    ready,
    review,
    outcome,
  };
  return [
    state,
    {
      readRecord: (json) =>
        step(async () => {
          setRecord(await readRecord(json));
          setChanged(false);
          setNode(null);
          setReview(null);
        }),
      look: (url) =>
        step(async () => {
          const read = connectNode(url);
          setReview(null);
          setNode({ read, chain: await readAccountState(read, record!) });
        }),
      connect: (wallet) =>
        step(async () => {
          // The review was made for the previous wallet.
          setReview(null);
          setWallet(await wallet.connect());
        }),
      deploy: () => send((actor) => deploy(actor, chain!)),
      ...reviews({ text, state, node, actor, step, setReview, change, send }),
      finishRecovery: (waiting) =>
        send(async (actor) => {
          const { transaction, record } = await finishRecovery(actor, chain!, waiting);
          setChanged(true);
          setRecord(record);
          return transaction;
        }),
      cancel: () => setReview(null),
    },
  ];
}

/** Functions with which reviews are created and executed. */
interface Desk {
  readonly text: RescueText;
  readonly state: RescueState;
  readonly node: Node | null;
  readonly actor: Actor | null;
  /** Runs a step, and shows its outcome. */
  readonly step: RunStep;
  setReview(review: Review): void;
  /** Changes the owners. */
  change(edit: OwnerEdit): Promise<void>;
  /** Runs a step that sends a transaction. */
  send(run: (actor: Actor) => Promise<Hex>): Promise<void>;
}

/** Builds the actions that explain the data that the wallet would sign. */
function reviews(
  { text, state, node, actor, step, setReview, change, send }: Desk,
): Pick<
  RescueActions,
  "reviewAdd" | "reviewRemove" | "reviewRecovery" | "reviewVeto" | "reviewCall"
> {
  const { record, chain, index, recoveryIndex } = state;
  return {
    reviewAdd: (typed) =>
      step(async () => {
        const owner = readAddress(typed);
        const bytes = addressOwner(owner);
        const own = isAddressEqual(owner, record!.account.address);
        if (own || indexOfOwner(chain!.words, bytes) >= 0) throw new Refusal("already_owner");
        const edit: OwnerEdit = { kind: "add", owner: bytes };
        plan(actor!, chain!, edit);
        await refuseContractOwner(node!.read, bytes);
        const lines = [text.reviewAdd(owner), text.everywhere];
        setReview({ lines, run: () => change(edit) });
      }),
    reviewRemove: (owner, at) =>
      step(() => {
        const edit: OwnerEdit = { kind: "remove", owner };
        plan(actor!, chain!, edit);
        const self = at === index ? [text.reviewSelf] : [];
        const lines = [text.reviewRemove(nameOf(owner, text)), ...self, text.everywhere];
        setReview({ lines, run: () => change(edit) });
      }),
    reviewRecovery: (typed) =>
      step(async () => {
        const owner = readOwner(typed);
        await refuseContractOwner(node!.read, owner);
        const days = Math.ceil(chain!.delay / 86_400);
        const lines = [text.reviewRecovery(nameOf(owner, text)), text.recoverHint(days)];
        const run = () => send((actor) => startRecovery(actor, recoveryIndex, chain!, owner));
        setReview({ lines, run });
      }),
    reviewVeto: (waiting) =>
      step(() => {
        const run = () => send((actor) => vetoRecovery(actor, index, chain!, waiting));
        setReview({ lines: [text.reviewVeto], run });
      }),
    reviewCall: (typed) =>
      step(async () => {
        const { address } = record!.account;
        const { call, to, amount, balance } = await readForm(node!.read, address, typed);
        const line = typed.kind === "raw"
          ? text.reviewCall(to, amount, call.data)
          : text.reviewSend(amount, to);
        setReview({
          lines: balance === undefined ? [line] : [line, text.reviewHas(balance)],
          run: () => send((actor) => execute(actor, index, call)),
        });
      }),
  };
}

/**
 * Plans a change that the wallet signs; if this chain's owners forked, the change also synchronizes
 * it.
 */
function plan({ wallet }: Actor, chain: AccountState, edit: OwnerEdit): UnsignedChange {
  const signer = addressOwner(wallet.address);
  const { history, head, words, chainId } = chain;
  const here = {
    chainId: numberToHex(chainId),
    name: "",
    deployed: true,
    carried: false,
    pending: [],
    implementation: null,
    newest: null,
  };
  const tip = tipOf(history, signer) ?? tipOf(history);
  const now = { history, tip, chains: [{ ...here, head, words }] };
  // An owner that exists only on this chain is removed when the chain is synchronized.
  const alone = edit.kind === "remove" && !tip.owners.some(({ owner }) => owner === edit.owner);
  try {
    return planChange(now, signer, alone ? { kind: "repair" } : edit);
  } catch (cause) {
    throw new Refusal(edit.kind === "add" ? "already_owner" : "last_owner", { cause });
  }
}

/** Reads a record that was exported. */
async function readRecord(json: string): Promise<ReadAccount> {
  try {
    return await readExport(JSON.parse(json));
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.slice(0, 300) : "";
    throw new Refusal("record", { detail, cause });
  }
}

/** Returns the name of an owner for a review. */
function nameOf(owner: Hex, text: RescueText): string {
  return size(owner) === 32 ? getAddress(slice(owner, 12)) : `${text.passkey} ${owner}`;
}
