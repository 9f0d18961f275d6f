/** Lists the networks on which the account has balances but is not deployed. @module */
import type { VNode } from "preact";
import { pathBetween, unchanged } from "../../core/account/owners/history.ts";
import { storedWord } from "../../core/account/owners/key.ts";
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import type { HoldingView } from "../../core/dialog/account.ts";
import { cleanText } from "../../core/lib/text.ts";
import { count, exactAmount, list, withSymbol } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import type { Loaded } from "../parts/loaded.tsx";
import { createAccount } from "../device/prompts.ts";
import type { LoadedOwners } from "./load.ts";

/** Maximum number of balances that are named for each network. */
const MAX_NAMED = 3;

/** A network with balances on which the account is not deployed. */
export interface NotCreated {
  readonly id: number;
  readonly name: string;
  readonly holdings: readonly HoldingView[];
}

/**
 * Returns whether the current owners can create the account on a network. A recovery has to wait on
 * each network, so its owners cannot.
 */
export function canCreate({ history, tip }: Pick<OwnersNow, "history" | "tip">): boolean {
  return pathBetween(history, unchanged, tip.head) !== null;
}

/**
 * Finds the networks with balances on which the account is not deployed and the current owners can
 * create it; unreachable networks are excluded.
 */
export function findNotCreated(
  { chains, history, tip }: OwnersNow,
  holdings: readonly HoldingView[],
): NotCreated[] {
  if (!canCreate({ history, tip })) return [];
  return chains.flatMap(({ chainId, name, deployed }) => {
    const id = Number(chainId);
    const held = holdings.filter((each) => each.chainId === id && each.amount > 0n);
    return deployed === false && held.length > 0
      ? [{ id, name: cleanText(name, 60), holdings: held }]
      : [];
  });
}

/**
 * Returns whether the account had other owners. If it is not deployed, anyone can deploy it with
 * its first owners and some of the changes after them, including an owner that was removed later.
 */
export function hadOtherOwners({ history, tip }: OwnersNow): boolean {
  const current = new Set(tip.owners.map(storedWord));
  return [history.first, ...history.steps.values()]
    .some(({ owners }) => owners.some((owner) => !current.has(storedWord(owner))));
}

/** Note for each of these networks, with a button that creates the account there. */
export function NotCreatedNotes(
  props: RoomProps & {
    owners: Loaded<LoadedOwners>;
    holdings: readonly HoldingView[] | null;
    /** Network for which the page offers the creation elsewhere. */
    asked?: number;
  },
): VNode | null {
  const { device, record, text, tag, owners, holdings, asked } = props;
  if (owners.value === null || holdings === null) return null;
  const { now } = owners.value;
  const risk = hadOtherOwners(now);
  const hasHelper = owners.value.owners.some(({ kind }) => kind !== "passkey");
  return (
    <>
      {findNotCreated(now, holdings).filter(({ id }) => risk || id !== asked).map((
        { id, name, holdings },
      ) => (
        <p
          key={id}
          class={risk ? "banner warning" : "banner"}
          role="note"
          data-testid="home-not-created"
        >
          {text.notCreated(name, balancesOf(holdings, tag))}{" "}
          {risk ? text.notCreatedRisk : hasHelper ? text.notCreatedHelp : ""}{" "}
          <button
            type="button"
            class="link"
            data-testid="home-create-account"
            onClick={() => createAccount(device, record, id).then(owners.refresh)}
          >
            {text.createThere}
          </button>
        </p>
      ))}
    </>
  );
}

/** Formats the balances of a network; further ones as their number. */
function balancesOf(holdings: readonly HoldingView[], tag: string): string {
  const named = holdings.slice(0, MAX_NAMED).map(({ token, amount }) =>
    withSymbol(exactAmount(amount, token.decimals, tag), token, tag)
  );
  const more = holdings.length - named.length;
  return list(more === 0 ? named : [...named, `+${count(more, tag)}`], tag);
}
