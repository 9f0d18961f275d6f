/** Sends a batch of calls. @module */
import { MAX_NAMED_TOKENS } from "../../ground/limits.ts";
import { type Address, type Hex, hexToBigInt, numberToHex } from "viem";
import { type Call, encodeCalls } from "../../account/calls.ts";
import { AcctError } from "../../ground/errors.ts";
import { executeCall } from "../../permission/permission.ts";
import type { CallJson, TokenJson } from "../../wire/values.ts";
import type { CallView, Warning } from "../../dialog/types.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context/context.ts";
import { decodeInPieces, isRead, warningsOf } from "../../reading/decode.ts";
import { type Balances, tokensToMeasure } from "../../reading/dangers.ts";
import { reductionsOf } from "../../reading/reductions.ts";
import { effectsInPieces } from "../../reading/effects/mod.ts";
import { readingOf, tokensOf } from "../../reading/ledger.ts";
import { readBalances } from "../context/balances.ts";
import { loadFurther } from "../../reading/clear/further.ts";
import { listedFirst, type Native, tokenView } from "../../reading/tokens.ts";
import { findUse } from "../../client/find_use.ts";
import { knownParties, payeesOf, unnamed, withNames } from "../context/parties.ts";
import { atOnce, inPieces, turn } from "../../lib/pieces.ts";
import { derived } from "../../lib/readable.ts";
import type { Explain } from "../../reading/descriptor/explain.ts";
import type { Descriptor } from "../../reading/descriptor/descriptor.ts";
import { submit } from "../operation/submission.ts";
import type { AskOptions, ParamsOf } from "../../dialog/requests.ts";
import { inChosenCurrency } from "../device/currency.ts";

/** Prompts for a batch and sends it. */
export async function sendCalls(
  context: WalletContext,
  params: ParamsOf["wallet_sendCalls"],
  options: AskOptions,
): Promise<{ id: Hex }> {
  const record = recordOf(context, params.account);
  const calls = params.calls.map(toCall);
  const [chain, clear, { currency, choosable = false }, further] = await Promise.all([
    chainView(context, params.chainId),
    loadClear(params),
    currencyOf(context, options.signal),
    furtherOf(context, params, options.signal),
  ]);
  const use = await usedPermission(context, params, options.signal);
  // A spender executes the calls from the account that granted the permission.
  const acts = use === undefined ? calls : [executeCall(use.permission, calls, use.signature)];
  const { symbol, decimals } = chain.nativeCurrency;
  const native = { symbol, decimals };
  const account = use?.permission.account ?? record.account.address;
  const explained = { chainId: chain.id, account, native };
  const explainBy = (further: readonly Descriptor[]) =>
    clear?.explainer({ ...explained, ...clear.appAbisOf("params[0]", params), further });
  const batch = await readBatch(calls, native, explainBy(further));
  const { decoded, decode } = batch;
  // Descriptions of the public registry do not remove a bound.
  const own = further.length === 0 ? batch : await readBatch(calls, native, explainBy([]));
  const bounded = use === undefined && !own.decoded.every(isRead);
  const effects = await inPieces(effectsInPieces(calls, account));
  const reading = readingOf(effects);
  let balances: Balances = new Map();
  const allowed = tokensToMeasure(reading.allows);
  const asked = { chainId: params.chainId, account, tokens: allowed };
  const measured = readBalances(context.service, asked, options.signal).then((found) => {
    balances = found;
  });
  const resemblances = resemblancesOf(context, decoded);
  const readable = clear?.tokensOf(decoded) ?? [];
  const named = [...readable, ...calls.map(({ to }) => to), ...tokensOf(reading)];
  const payees = payeesOf(decoded);
  const parties = knownParties(context, payees);
  const { paymaster, id } = params;
  if (id !== undefined) await refuseRepeated(context, id, record.account.address, options.signal);
  const submission = submit(context, {
    record,
    chain,
    callData: encodeCalls(acts, [], params.suffix),
    ...(params.suffix && { suffix: params.suffix }),
    calls: acts.map(({ to, value, data }) => ({ to, value: numberToHex(value), data })),
    tokens: [...new Set(named)].slice(0, MAX_NAMED_TOKENS),
    payees: unnamed(parties),
    priced: currency !== undefined,
    ...(choosable && currency !== undefined && { currency }),
    allows: reading.allows,
    read: batch.read,
    reductions: (tokens) => reductionsOf(decode(tokens)),
    // A spender's calls are limited by the permission itself.
    bounded,
    ...(paymaster && { paymaster }),
    ...(id !== undefined && { id }),
    measured,
    warnings: (tokens) => [
      ...resemblances,
      ...warningsOf(decode(tokens), { account, balances, effects }),
    ],
  }, options);
  try {
    return await promptUser<"wallet_sendCalls", { id: Hex }>(context.ui, {
      method: "wallet_sendCalls",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      sent: submission.sent,
      preview: derived(submission.progress, ({ shown, tokens, names, prices }) => ({
        ...shown,
        ...(currency !== undefined && { fiat: { currency, prices } }),
        ...(parties.length > 0 && { parties: withNames(parties, names) }),
        ...(bounded && { bounds: shown.bounds ?? null }),
        calls: decode(tokens),
        reading,
        tokens: listedFirst(tokens).map(tokenView),
        digests: async ({ data }) =>
          (await import("../../reading/digests.ts")).calldataDigests(data),
        ...(params.suffix && { suffix: params.suffix }),
        ...(use && { onBehalfOf: use.permission.account }),
      })),
      async onConfirm(choice, prompt) {
        const sent = await submission.approve(choice, prompt);
        context.recipients.paid(payees);
        context.recipients.add(decoded.flatMap(({ recipient }) => recipient ?? []));
        return sent;
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/** Decodes a batch in chunks, once for the tokens that the service describes. */
async function readBatch(calls: readonly Call[], native: Native, explain: Explain | undefined) {
  const decoding = (tokens: readonly TokenJson[]) => decodeInPieces(calls, native, tokens, explain);
  const decoded = await inPieces(decoding([]));
  await turn();
  const views = new WeakMap<readonly TokenJson[], readonly CallView[]>();
  return {
    decoded,
    async read(tokens: readonly TokenJson[]) {
      views.set(tokens, await inPieces(decoding(tokens)));
      await turn();
    },
    decode: (tokens: readonly TokenJson[]) =>
      tokens.length === 0 ? decoded : views.get(tokens) ?? atOnce(decoding(tokens)),
  };
}

/** Finds the permission that the calls use, if they name one. */
async function usedPermission(
  { service }: WalletContext,
  { permission: id, account: spender, chainId }: ParamsOf["wallet_sendCalls"],
  signal: AbortSignal,
) {
  return id === undefined ? undefined : await findUse(service, { id, spender, chainId }, signal);
}

/**
 * Loads the code that explains calls, if there is data to explain. If loading fails, calls are
 * shown undecoded, with a warning.
 */
async function loadClear(
  { calls, abi }: ParamsOf["wallet_sendCalls"],
): Promise<typeof import("../../reading/clear/mod.ts") | null> {
  const plain = abi === undefined && calls.every((call) => call.data === "0x" && !call.abi);
  return plain ? null : await import("../../reading/clear/mod.ts").catch(() => null);
}

/** Loads descriptors of the public registry, if there is data to explain. */
async function furtherOf(
  { service }: WalletContext,
  { calls, chainId }: ParamsOf["wallet_sendCalls"],
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  if (calls.every(({ data }) => data === "0x")) return [];
  return await loadFurther(service, { chainId, calls }, signal);
}

/** Returns the currency of prices, and whether users can choose it; empty without prices. */
function currencyOf(
  { service, storage }: WalletContext,
  signal: AbortSignal,
): Promise<{ readonly currency?: string; readonly choosable?: boolean }> {
  return service.configuration(signal).then(
    (configuration) => {
      const { fiat, currencies } = inChosenCurrency(configuration, storage);
      return fiat === undefined ? {} : { currency: fiat, choosable: currencies !== undefined };
    },
    () => ({}),
  );
}

/** Lists the recipients and spenders named in a call and its steps. */
function partiesOf({ recipient, explanation }: CallView): Address[] {
  const named = explanation?.source !== "pinned"
    ? []
    : explanation.fields.flatMap(({ value }) => value.kind === "address" ? [value.address] : []);
  const inside = (explanation?.steps ?? []).flatMap(partiesOf);
  return [...new Set([...recipient === undefined ? [] : [recipient], ...named, ...inside])];
}

/** Rejects a bundle id that was used before (EIP-5792), before the user is prompted. */
async function refuseRepeated(
  context: WalletContext,
  id: string,
  account: Hex,
  signal: AbortSignal,
): Promise<void> {
  try {
    await context.service.rpc("wallet_getCallsStatus", [id, account], signal);
  } catch (error) {
    if (error instanceof AcctError && error.data.cause === "unknown_bundle") return;
    throw error;
  }
  throw new AcctError("duplicate_id", { field: "params[0].id" });
}

function toCall(call: CallJson): Call {
  return { to: call.to, value: hexToBigInt(call.value), data: call.data };
}

/** Warns of addresses that resemble recipients of earlier payments from this device. */
function resemblancesOf({ recipients }: WalletContext, calls: readonly CallView[]): Warning[] {
  const seen = new Map<Address, Address | null>();
  const resembled = (party: Address) => {
    const known = seen.has(party) ? seen.get(party)! : recipients.resembled(party);
    seen.set(party, known);
    return known;
  };
  return calls.flatMap((call) =>
    partiesOf(call).flatMap((party): Warning[] => {
      const known = resembled(party);
      return known === null
        ? []
        : [{ code: "look_alike", level: "danger", call: call.index, detail: known }];
    })
  );
}
