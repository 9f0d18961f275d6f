/**
 * Reads typed data: the assets that a signature moves or allows, and its dangers. Uses the
 * canonical form, which is both hashed and shown.
 *
 * @module
 */
import { type Address, isAddressEqual } from "viem";
import { canonicalTypedData } from "./canonical.ts";
import type { Signer, TypedData } from "../../account/message.ts";
import type { TokenView, Warning } from "../../dialog/common.ts";
import type { OrderView } from "../../dialog/explanation.ts";
import type { ReadingView, TransferView } from "../../dialog/reading.ts";
import { type Balances, dangersOf, dangersTogether, distinct, takesAll } from "../dangers.ts";
import { type Effect, effectsInPieces, type Made } from "../effects/mod.ts";
import { atOnce, type Pieces } from "../../lib/pieces.ts";
import { hasHidden } from "../../lib/hidden.ts";
import { sumUp } from "../ledger.ts";
import { isForNothing, looksForNothing, readOrder } from "../orders/mod.ts";
import { actions, readAccountChange } from "./actions.ts";
import { callsWithin, hasPayload } from "./calls_within.ts";
import { movesAssets } from "./moves.ts";
import { permits } from "./permits.ts";
import type { Action } from "./reading.ts";

/** Typed data that was read. */
export interface TypedReading {
  /** The data in the hashed and displayed form. */
  readonly data: TypedData;
  /** A recognized order. */
  readonly order: OrderView | null;
  /** True if no built-in reader recognizes the effect of the signature. */
  readonly isPlain: boolean;
  readonly view: ReadingView;
  /** All effects, for comparison with balances. */
  readonly effects: readonly Effect[];
  /** Calls that the signature lets others execute. */
  readonly calls: readonly Made[];
  /** Lists the warnings for the known balances and tokens. */
  warnings(balances?: Balances, tokens?: readonly TokenView[]): readonly Warning[];
}

/** Reads typed data for an account. */
export function readTyped(given: TypedData, signer: Signer): TypedReading {
  return atOnce(readInPieces(given, signer));
}

/** Generator version of `readTyped`, which can pause between steps. */
export function* readInPieces(given: TypedData, signer: Signer): Pieces<TypedReading> {
  const data = yield* canonicalTypedData(given);
  const order = readOrder(data, signer);
  const action = order === null ? readAction(data, signer.address) : null;
  const isPlain = order === null && action === null;
  const own = action?.calls ?? [];
  // A type with that name can contain its calls in other members.
  const isOpen = isPlain || action?.kind === "hash" ||
    (own.length > 0
      ? action?.by === undefined || own.every((call) => call.data === "0x")
      : action !== null && action.calls === undefined && hasPayload(data));
  const within = isOpen ? yield* callsWithin(data) : { calls: [], more: false };
  const calls = [...own, ...within.calls.filter((call) => !own.some((each) => isSame(each, call)))];
  const inside = yield* effectsInPieces(calls, signer.address, action?.by);
  const effects = [
    ...action?.effects ?? [],
    ...inside.flatMap((read) => read.effects),
  ];
  const sums = sumUp(effects);
  yield;
  const plain = plainWarnings(data, signer, { order, action });
  return {
    data,
    order,
    isPlain,
    effects,
    calls,
    view: {
      ...sums,
      ...(order && { gives: order.gives }),
      gets: order === null ? null : order.gets as readonly TransferView[] | null,
      unread: inside.reduce((sum, { unread }) => sum + unread, 0),
      until: order?.until ?? action?.until ?? null,
    },
    warnings(balances, tokens) {
      const found = dangersOf(effects, balances);
      return distinct([
        ...orderWarnings({ order, isPlain }, data, signer, tokens),
        ...found,
        ...dangersTogether(effects, { balances, found }),
        ...actionWarnings(action, effects, balances),
        ...insideWarnings(calls, action, within.more || inside.some(({ beyond }) => beyond)),
        ...plain,
      ]);
    },
  };
}

function isSame(one: Made, other: Made): boolean {
  return isAddressEqual(one.to, other.to) && one.value === other.value && one.data === other.data;
}

function readAction(data: TypedData, account: Address): Action | null {
  const given = { data, account };
  const { primaryType } = data;
  const own = readAccountChange(given);
  if (own !== null) return own;
  for (const table of [permits, actions]) {
    if (Object.hasOwn(table, primaryType)) return table[primaryType]!(given);
  }
  return isHashOnly(data) ? { kind: "hash", effects: [], until: null } : null;
}

/** Names of members with a hash of the signed data. */
const hashes = /hash|root|digest|lea(?:f|ves)|merkle|tree/i;

/** Returns whether a message consists only of hashes and bytes, with numbers next to a hash. */
function isHashOnly({ types, primaryType }: TypedData): boolean {
  const fields = types[primaryType] ?? [];
  const opaque = fields.filter(({ type }) => /^bytes(?:32)?(?:\[\d*\])*$/.test(type));
  if (opaque.length === 0) return false;
  if (opaque.length === fields.length) return true;
  return opaque.some(({ name, type }) => type.startsWith("bytes32") && hashes.test(name)) &&
    fields.every((field) => opaque.includes(field) || /^(?:u?int\d*|bool)$/.test(field.type));
}

function orderWarnings(
  { order, isPlain }: Pick<TypedReading, "order" | "isPlain">,
  data: TypedData,
  signer: Signer,
  tokens?: readonly TokenView[],
): Warning[] {
  const forNothing = order === null
    ? isPlain && looksForNothing(data, signer, tokens)
    : isForNothing(order, tokens);
  return forNothing ? [{ code: "order_for_nothing", level: "danger" }] : [];
}

function actionWarnings(
  action: Action | null,
  effects: readonly Effect[],
  balances: Balances = new Map(),
): Warning[] {
  switch (action?.kind) {
    case "permit":
      return effects.length === 0 ? [] : [{ code: "permit", level: "warning" }];
    case "transfer":
      return [{
        code: "moves_tokens",
        level: effects.some((effect) => takesAll(effect, balances)) ? "danger" : "warning",
      }];
    case "account":
      return [{ code: "other_account", level: "danger", ...(action.by && { detail: action.by }) }];
    case "hash":
      return [{ code: "signs_hash", level: "danger" }];
    default:
      return [];
  }
}

/** Warns of calls that others execute, and of calls beyond the limit. */
function insideWarnings(
  calls: readonly Made[],
  action: Action | null,
  beyond: boolean,
): Warning[] {
  const runs = action?.kind === "call" || calls.length > 0;
  return [
    ...runs
      ? [{ code: "runs_calls", level: "danger", ...(action?.by && { detail: action.by }) } as const]
      : [],
    ...beyond ? [{ code: "partly_read", level: "danger" } as const] : [],
  ];
}

/** Lists the warnings of data that is shown as is. */
function plainWarnings(
  { types, primaryType, domain, message }: TypedData,
  { address, chainId }: Signer,
  { order, action }: { readonly order: OrderView | null; readonly action: Action | null },
): Warning[] {
  const warnings: Warning[] = [];
  if (order !== null) {
    warnings.push({ code: "permit", level: "warning", detail: primaryType });
  } else if (action === null) {
    const isMove = movesAssets({ types, primaryType });
    if (names(message, address)) {
      warnings.push({ code: "acts_for_you", level: isMove ? "danger" : "warning" });
    } else if (isMove) warnings.push({ code: "permit", level: "warning", detail: primaryType });
  }
  if (hasHiddenNames(types) || hasHiddenText([domain, message])) {
    warnings.push({ code: "hidden_characters", level: "danger" });
  }
  if (domain.chainId !== undefined && String(domain.chainId) !== String(chainId)) {
    warnings.push({ code: "other_chain", level: "warning", detail: String(domain.chainId) });
  }
  return warnings;
}

/** Returns whether a value of the message is the account. */
function names(value: unknown, account: Address): boolean {
  if (typeof value === "string") {
    // Other networks encode addresses in 32 bytes.
    const [, address] = /^0x(?:0{24})?([0-9a-fA-F]{40})$/.exec(value) ?? [];
    return address?.toLowerCase() === account.slice(2).toLowerCase();
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((each) => names(each, account));
}

function hasHiddenNames(types: TypedData["types"]): boolean {
  return Object.entries(types).some(([name, fields]) =>
    hasHidden(name) || fields.some((field) => hasHidden(field.name))
  );
}

/** Checks for hidden characters in texts; line breaks and tabs are shown as such. */
function hasHiddenText(value: unknown): boolean {
  if (typeof value === "string") return hasHidden(value.replace(/[\n\r\t]/g, ""));
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasHiddenText);
}
