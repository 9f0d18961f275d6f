/** State and actions of the rescue page. @module */
import { useEffect, useState } from "preact/hooks";
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
import { type FormInput, readAddress, readForm } from "./forms.ts";
import { connectNode } from "./node.ts";
import { Refusal } from "./refusal.ts";
import type { Outcome, Review } from "./sections.tsx";
import type { RescueText } from "./text.ts";
import { useStep } from "./use_step.ts";
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
  /** Index of the wallet among the owners; -1 if it is none. */
  readonly index: number;
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
  /** Reviews a call of the account. */
  reviewCall(typed: FormInput): Promise<void>;
  /** Drops the review. */
  cancel(): void;
}

/** Holds the page's state. */
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
    : ownerIndexOf(chain.owners, addressOwner(wallet.address));
  const behind = chain !== null && record !== null && isBehind(chain, record);
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
  const change = (call: Hex) =>
    send(async (actor) => {
      const { transaction, record } = await changeOwners(actor, index, chain!.sequence, call);
      setChanged(record !== actor.record);
      setRecord(record);
      return transaction;
    });

  return [
    { record, changed, chain, offered, wallet, index, behind, ready, review, outcome },
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
      deploy: () => send(deploy),
      reviewAdd: (typed) =>
        step(() => {
          const owner = readAddress(typed);
          const bytes = addressOwner(owner);
          const own = isAddressEqual(owner, record!.account.address);
          if (own || ownerIndexOf(chain!.owners, bytes) >= 0) throw new Refusal("already_owner");
          const lines = [text.reviewAdd(owner), text.everywhere];
          setReview({ lines, run: () => change(addOwnerCall(bytes)) });
        }),
      reviewRemove: (owner, at) =>
        step(() => {
          if (chain!.owners.filter((each) => each !== null).length < 2) {
            throw new Refusal("last_owner");
          }
          const self = at === index ? [text.reviewSelf] : [];
          const lines = [text.reviewRemove(nameOf(owner, text)), ...self, text.everywhere];
          setReview({ lines, run: () => change(removeOwnerCall(at, owner)) });
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
      cancel: () => setReview(null),
    },
  ];
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

/** Names an owner in a review. */
function nameOf(owner: Hex, text: RescueText): string {
  return size(owner) === 32 ? getAddress(slice(owner, 12)) : `${text.passkey} ${owner}`;
}
