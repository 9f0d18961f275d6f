/**
 * Connects with a new passkey, an existing one, or an account of this device. Sign-in with Ethereum
 * needs no second prompt if the account is known.
 *
 * @module
 */
import { MAX_STATEMENT_LENGTH } from "../../ground/limits.ts";
import { type Address, type Hex, stringToHex, zeroAddress } from "viem";
import { messageToSign } from "../../account/message.ts";
import type { Creation } from "../../account/owners/creation.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import type { ChainView, ConnectPreview, DialogRequest } from "../../dialog/types.ts";
import type { ConnectRequest } from "../../protocol/methods/connection/wallet_connect.ts";
import { openDomain } from "./open_domain.ts";
import { learnName } from "../context/learn_name.ts";
import {
  chainView,
  creationIfMissing,
  signAsOwner,
  type WalletContext,
} from "../context/context.ts";
import { choose, knownRecord, register } from "./connect_passkey.ts";
import { findByChains, isUnknown, type UnknownPasskey } from "./find_account.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { canShow, nextStep, singleStep } from "../prompt/prompt_user.ts";
import { writable } from "../../lib/readable.ts";
import { untilEnd } from "../../client/lazy.ts";
import { promptConnect } from "../prompt/prompt_connect.ts";
import { finishSignature } from "../context/finish_signature.ts";
import { later } from "../handlers/later.ts";
import { siweMessage, siweMessages } from "./siwe_messages.ts";
import { tellUnsupported } from "../prompt/unsupported.ts";
import type { AskOptions, ConnectedAccount, ParamsOf, SiweRequest } from "../../dialog/requests.ts";

/** Time limit for loading the offer of a second passkey, while the user waits to be connected. */
const OFFER_TIMEOUT_MS = 2_000;

/** Prompts the user to connect. */
export async function connect(
  context: WalletContext,
  params: ConnectRequest,
  options: AskOptions,
): Promise<ConnectedAccount> {
  // The number of steps depends on the choice, so the flow's end is signalled separately.
  const over = new AbortController();
  try {
    return await connectAndSignIn(context, params, options, over.signal);
  } finally {
    over.abort();
  }
}

async function connectAndSignIn(
  context: WalletContext,
  params: ConnectRequest,
  options: AskOptions,
  ended: AbortSignal,
): Promise<ConnectedAccount> {
  const { siwe, ens } = params;
  const { ceremony, accounts, owner } = context;
  const before = accounts.list();
  const [chain, immediate] = await Promise.all([
    chainView(context, params.chainId),
    before.length === 0 && ceremony.available ? ceremony.immediate?.() ?? false : false,
  ]);
  if (chain.testnet && params.testnets !== true) {
    throw new AcctError("chain_unknown", {
      field: "defaultChainId",
      detail: `${chain.name} is a test network: preference.showTestnets must be true.`,
    });
  }
  if (owner === undefined && !ceremony.available) {
    return await tellUnsupported(context, chain, options);
  }
  // The signature may need a second dialog: its code loads while the user reads the first one.
  if (siwe !== undefined || ens !== undefined) later.load().catch(() => {});
  let flow: DialogRequest["flow"] = options.flow ??
    { ...singleStep(), steps: 1 + Number(siwe !== undefined) + Number(ens !== undefined), ended };
  // The app that names the owner has let the user log in already.
  const answer = owner !== undefined
    ? { found: connected(owner.record), isNew: false, domain: null }
    : await promptFirst(context, params, { chain, flow, immediate }, options.signal);
  const { isNew, domain } = answer;
  let { found } = answer;
  if (isUnknown(found)) {
    flow = nextStep({ ...flow, steps: flow.steps + 1 });
    found = await promptAgain(context, { chain, flow }, found, options.signal);
  }

  const { address } = found.account;
  let named: { readonly ens?: string } = {};
  // An account that is new to this device may have a name that was claimed on another one.
  const isKnown = before.some(({ account }) => account.address === address);
  if (!isNew && (ens !== undefined || !isKnown)) void learnName(context, address);
  if (ens !== undefined && isNew && domain !== null && canShow(context.ui, "acct_claimName")) {
    flow = nextStep(flow);
    const { requests } = await later.load(options.signal);
    const { name } = await requests.acct_claimName(
      context,
      { account: address, chainId: params.chainId, domain, texts: ens.texts },
      { ...options, flow },
    );
    if (name !== null) named = { ens: name };
  }
  if (isNew && context.accounts.at(address)?.backedUp === false) {
    flow = nextStep(flow);
    await offerPasskey(context, { account: address, chainId: params.chainId, offered: true }, {
      ...options,
      flow,
    });
  }
  if (siwe === undefined || found.siwe !== undefined) return { ...found, ...named };
  const message = siweMessage(context, siwe, address);
  const { requests } = await later.load(options.signal);
  const signature = await requests.personal_sign(
    context,
    { account: address, chainId: siwe.chainId, message: stringToHex(message) },
    { ...options, flow: nextStep(flow) },
  );
  return { ...found, ...named, siwe: { message, signature } };
}

/** The dialog of a step. */
interface Step {
  readonly chain: ChainView;
  readonly flow: DialogRequest["flow"];
}

/** The result of the first dialog. */
interface FirstAnswer {
  readonly found: ConnectedAccount | UnknownPasskey;
  /** True for an account that was just created. */
  readonly isNew: boolean;
  /** The dApp's ENS domain, if names can be claimed below it now. */
  readonly domain: string | null;
}

/** Prompts for a new passkey, an existing one, or a known account. */
async function promptFirst(
  context: WalletContext,
  { siwe, ens }: ConnectRequest,
  { immediate, ...step }: Step & {
    /** True if the browser returns immediately if no passkey is available. */
    readonly immediate: boolean;
  },
  signal: AbortSignal,
): Promise<FirstAnswer> {
  const known = context.accounts.list();
  const messages = siwe === undefined ? null : siweMessages(context, siwe, known);
  const preview = writable({ ...firstPreview(context, siwe, known), immediate });
  // Reports a key or origin that the service rejects before the user creates a passkey. Signing in
  // with a known account needs one prompt: its wrapper must be loaded before the click.
  const creations = new Map<Address, Creation | null>();
  // Loaded before the click, so that a domain that the key may not use is reported immediately.
  let domain: string | null = null;
  const reload = loadPreview(preview, async () => {
    await Promise.all([
      context.service.rpc("wallet_getCapabilities", [zeroAddress, []], signal),
      ...(ens === undefined
        ? []
        : [openDomain(context, ens.domain, signal).then((open) => domain = open)]),
      ...(siwe === undefined ? [] : known.map(async (record) => {
        const creation = await creationIfMissing(context, siwe.chainId, record, signal);
        creations.set(record.account.address, creation);
      })),
    ]);
  }, signal);

  // The browser found no passkey, or the user closed the list: the next click creates one.
  const createNext = (missing = false) =>
    preview.set({ ...preview.get(), immediate: false, ...(missing && { missing }) });
  let created: AccountRecord | undefined;
  let isNew = false;
  const found = await promptConnect<FirstAnswer["found"]>(context, {
    ...step,
    preview,
    async onConfirm(choice, signal) {
      if (preview.get().status !== "ready") throw new AcctError("not_ready");
      const message = choice.kind === "continue" ? messages?.get(choice.credentialId) : undefined;
      if (choice.kind === "continue" && siwe !== undefined && message !== undefined) {
        const record = knownRecord(context, choice.credentialId);
        const creation = creations.get(record.account.address);
        if (creation === undefined) {
          void reload();
          throw new AcctError("not_ready");
        }
        const signature = await signIn(context, record, siwe.chainId, message, creation, signal);
        return connected(record, { message, signature });
      }
      // After a failure the next try reuses the passkey that was already created.
      const record = created !== undefined && ["create", "immediate"].includes(choice.kind)
        ? created
        : await choose(context, choice, signal, {
          onCreate: createNext,
          onCreated: (record) => created = record,
        }).catch((error) => {
          // After any other failure the list of passkeys is shown again, so that no second account
          // is created by mistake.
          const closed = error instanceof AcctError && error.data.cause === "passkey_cancelled";
          if (closed) createNext(choice.kind === "existing");
          throw error;
        });
      if (isUnknown(record)) return record;
      // The service must store a new passkey before the account is used. For a known account, a
      // missing registration is repeated in the background.
      isNew = record === created;
      if (choice.kind === "continue") {
        void register(context, record).catch(() => {});
        return connected(record);
      }
      await register(context, record, signal);
      // Read again: it is registered now.
      const current = knownRecord(context, record.credentialId);
      const signed = siwe && await signInToo(context, current, siwe, signal);
      return connected(record, signed);
    },
  }, signal);
  return { found, isNew, domain };
}

/** Builds the preview of the first dialog. */
function firstPreview(
  context: WalletContext,
  siwe: ConnectRequest["siwe"],
  known: readonly AccountRecord[],
): ConnectPreview {
  // If an account has a passkey of this page, its earlier passkey of the host is obsolete.
  const isOld = ({ rpId, account: { address } }: AccountRecord) =>
    rpId !== undefined &&
    known.some(({ rpId, account }) => rpId === undefined && account.address === address);
  return {
    status: "loading",
    known: known.filter((record) => !isOld(record)).map((record) => ({
      address: record.account.address,
      name: record.ens ?? record.name,
      credentialId: record.credentialId,
    })),
    ...(siwe !== undefined && {
      siwe: {
        domain: siwe.domain ?? new URL(context.app.origin).host,
        ...(siwe.statement !== undefined &&
          { statement: cleanText(siwe.statement, MAX_STATEMENT_LENGTH) }),
        ...(siwe.expirationTime !== undefined && { until: seconds(siwe.expirationTime) }),
        ...(siwe.notBefore !== undefined && { from: seconds(siwe.notBefore) }),
        // Their characters were checked already.
        ...(siwe.requestId !== undefined && { requestId: siwe.requestId }),
        ...(siwe.resources !== undefined && { resources: siwe.resources }),
      },
    }),
    ...(context.continues !== undefined && { continues: context.continues }),
    ...lostUrl(context),
    warnings: [],
  };
}

/** Reads a checked time (RFC 3339). */
function seconds(time: string): bigint {
  return BigInt(Math.floor(Date.parse(time) / 1000));
}

/** The wallet home URL for users without a passkey. */
function lostUrl({ homeUrl }: WalletContext): Pick<ConnectPreview, "lostUrl"> {
  return homeUrl === undefined ? {} : { lostUrl: new URL("#/lost", homeUrl).href };
}

/**
 * Signs in immediately after the prompt that found or created the passkey, in the same click.
 * Returns `undefined` on failure; a separate dialog follows.
 */
async function signInToo(
  context: WalletContext,
  record: AccountRecord,
  siwe: SiweRequest,
  signal: AbortSignal,
): Promise<ConnectedAccount["siwe"]> {
  const message = siweMessage(context, siwe, record.account.address);
  try {
    const creation = await creationIfMissing(context, siwe.chainId, record, signal);
    const signature = await signIn(context, record, siwe.chainId, message, creation, signal);
    return { message, signature };
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Signs the sign-in message with a known account, in the prompt that connects it. */
async function signIn(
  context: WalletContext,
  record: AccountRecord,
  chainId: number,
  message: string,
  creation: Creation | null,
  signal: AbortSignal,
): Promise<Hex> {
  const signer = { address: record.account.address, chainId };
  const signable = messageToSign(signer, stringToHex(message));
  const owned = await signAsOwner(context, record, signable, signal);
  void register(context, record).catch(() => {});
  return finishSignature(owned, signable, creation);
}

/** Prompts for the same passkey once more, to find its account on the chains. */
async function promptAgain(
  context: WalletContext,
  step: Step,
  unknown: UnknownPasskey,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return await promptConnect<ConnectedAccount>(context, {
    ...step,
    preview: writable<ConnectPreview>({
      status: "ready",
      known: [],
      again: true,
      ...lostUrl(context),
      warnings: [],
    }),
    async onConfirm(_choice, signal) {
      const record = await findByChains(context, unknown, signal);
      // Registers the passkey, so that the next device needs only one prompt.
      void register(context, record).catch(() => {});
      return connected(record);
    },
  }, signal);
}

/**
 * Offers a second passkey if the only one exists on one device. Skips the offer if it fails or its
 * code does not load in time.
 */
async function offerPasskey(
  context: WalletContext,
  params: ParamsOf["acct_addPasskey"],
  options: AskOptions,
): Promise<void> {
  try {
    const loading = later.load(options.signal);
    const { requests } = await untilEnd(loading, AbortSignal.timeout(OFFER_TIMEOUT_MS));
    await requests.acct_addPasskey(context, params, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
  }
}

function connected(
  record: AccountRecord,
  siwe?: { readonly message: string; readonly signature: Hex },
): ConnectedAccount {
  return {
    account: record.account,
    name: record.name,
    owner: record.publicKey,
    ...(siwe !== undefined && { siwe }),
  };
}
