/**
 * Connects with a new passkey, an existing one, or an account that this device knows. Sign-in with
 * Ethereum takes no second prompt if the account is known.
 *
 * @module
 */
import { type Address, bytesToHex, type Hex, stringToHex, zeroAddress } from "viem";
import { createSiweMessage } from "viem/siwe";
import { accountOf } from "../../account/address.ts";
import { messageToSign } from "../../account/message.ts";
import { AcctError } from "../../protocol/errors.ts";
import { checkAttestation } from "../../passkey/attestation.ts";
import { readTexts } from "../../names/request.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import type { ChoiceOf, ConnectPreview } from "../../dialog/types.ts";
import { promptUser } from "../prompt/prompt_user.ts";
import { claimName, learnName, openDomain } from "./claim_name.ts";
import {
  chainView,
  type Creation,
  creationIfMissing,
  expected,
  signDigest,
  used,
  userIdOf,
  type WalletContext,
} from "../context.ts";
import { askAnyPasskey, findByChains, isUnknown, type UnknownPasskey } from "./find_account.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { nextStep, singleStep } from "../prompt/flow.ts";
import { writable } from "../../lib/readable.ts";
import { addPasskey } from "./owners.ts";
import { finishSignature, signMessage } from "./sign.ts";
import { tellUnsupported } from "./unsupported.ts";
import type {
  AskOptions,
  ConnectedAccount,
  ParamsOf,
  SiweRequest,
} from "../../protocol/requests.ts";

/** Prompts the user to connect. */
export async function connect(
  context: WalletContext,
  params: ParamsOf["wallet_connect"],
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
  params: ParamsOf["wallet_connect"],
  options: AskOptions,
  ended: AbortSignal,
): Promise<ConnectedAccount> {
  const { siwe, ens } = params;
  const texts = readTexts(ens?.texts);
  const chain = await chainView(context, params.chainId);
  if (chain.testnet && params.testnets !== true) {
    throw new AcctError("chain_unknown", {
      field: "defaultChainId",
      detail: `${chain.name} is a test network: preference.showTestnets must be true.`,
    });
  }
  if (!context.ceremony.available) return await tellUnsupported(context, chain, options);
  const known = context.accounts.list();
  const flow = options.flow ??
    { ...singleStep(), steps: 1 + Number(siwe !== undefined) + Number(ens !== undefined), ended };
  const messages = siwe === undefined ? null : siweMessages(context, siwe, known);
  const preview = writable<ConnectPreview>({
    status: "loading",
    known: known.map((record) => ({
      address: record.account.address,
      name: record.ens ?? record.name,
      credentialId: record.credentialId,
    })),
    ...(siwe !== undefined && {
      siwe: {
        domain: siwe.domain ?? new URL(context.app.origin).host,
        ...(siwe.statement !== undefined && { statement: cleanText(siwe.statement, 2048) }),
      },
    }),
    warnings: [],
  });

  // Reports a key or origin that the service rejects before the user creates a passkey.
  // Signing in with a known account takes one prompt: its wrapper must be known before the click.
  const creations = new Map<Address, Creation>();
  // Loaded before the click, so that a domain the key may not use is reported at once.
  let domain: string | null = null;
  const { signal } = options;
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

  let created: AccountRecord | undefined;
  let isNew = false;
  const shown = { method: "wallet_connect", app: context.app, account: null, chain } as const;
  let step = flow;
  let first = await promptUser<"wallet_connect", ConnectedAccount | UnknownPasskey>(context.ui, {
    ...shown,
    flow,
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
        const signer = { address: record.account.address, chainId: siwe.chainId };
        const signable = messageToSign(signer, stringToHex(message));
        const assertion = await signDigest(context, record, signable.digest, signal);
        void register(context, record).catch(() => {});
        const signature = finishSignature(record, assertion, signable, creation);
        return connected(record, { message, signature });
      }
      // After a failure the next try reuses the passkey that was already created.
      const record = choice.kind === "create" && created !== undefined
        ? created
        : await choose(context, choice, signal, (record) => created = record);
      if (isUnknown(record)) return record;
      // The service must know a new passkey before the account is used. For a known account a
      // missing registration is repeated in the background.
      const registered = register(context, record);
      isNew = choice.kind === "create";
      if (choice.kind === "continue") void registered.catch(() => {});
      else await registered;
      return connected(record);
    },
  }, options.signal);

  if (isUnknown(first)) {
    const unknown = first;
    step = nextStep({ ...flow, steps: flow.steps + 1 });
    first = await promptUser<"wallet_connect", ConnectedAccount>(context.ui, {
      ...shown,
      flow: step,
      preview: writable<ConnectPreview>({ status: "ready", known: [], again: true, warnings: [] }),
      async onConfirm(_choice, signal) {
        const record = await findByChains(context, unknown, signal);
        // Registers it, so that the next device needs one prompt only.
        void register(context, record).catch(() => {});
        return connected(record);
      },
    }, options.signal);
  }

  const { address } = first.account;
  let named: { readonly ens?: string } = {};
  if (ens !== undefined && !isNew) learnName(context, address);
  if (ens !== undefined && isNew && domain !== null && context.ui.canHandle("acct_claimName")) {
    step = nextStep(step);
    const { name } = await claimName(
      context,
      { account: address, chainId: params.chainId, domain, texts },
      { ...options, flow: step },
    );
    if (name !== null) named = { ens: name };
  }
  if (isNew && context.accounts.at(address)?.backedUp === false) {
    step = nextStep(step);
    await offerPasskey(context, { account: address, chainId: params.chainId, offered: true }, {
      ...options,
      flow: step,
    });
  }
  if (siwe === undefined || first.siwe !== undefined) return { ...first, ...named };
  const message = siweMessage(context, siwe, address);
  const signature = await signMessage(
    context,
    { account: address, chainId: siwe.chainId, message: stringToHex(message) },
    { ...options, flow: nextStep(step) },
  );
  return { ...first, ...named, siwe: { message, signature } };
}

/** Offers a second passkey if the only one exists on one device; failures are ignored. */
async function offerPasskey(
  context: WalletContext,
  params: ParamsOf["acct_addPasskey"],
  options: AskOptions,
): Promise<void> {
  if (!context.ui.canHandle("acct_addPasskey")) return;
  try {
    await addPasskey(context, params, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
  }
}

/** Runs the passkey prompt of a choice. */
function choose(
  context: WalletContext,
  choice: ChoiceOf["wallet_connect"],
  signal: AbortSignal,
  onCreated: (record: AccountRecord) => void,
): Promise<AccountRecord | UnknownPasskey> {
  switch (choice.kind) {
    case "create":
      return create(context, choice.name, signal, onCreated);
    case "existing":
      return askAnyPasskey(context, signal);
    case "continue":
      return resume(context, knownRecord(context, choice.credentialId), signal);
  }
}

/** Creates a passkey and derives its account. */
async function create(
  context: WalletContext,
  wanted: string,
  signal: AbortSignal,
  onCreated: (record: AccountRecord) => void,
): Promise<AccountRecord> {
  const name = cleanText(wanted, 40) || "My account";
  const challenge = random(32);
  const userId = userIdOf();
  const { rpId } = context;
  const created = await context.ceremony.create(
    { rpId, rpName: rpId, userId, name, challenge },
    signal,
  );
  const passkey = await checkAttestation(created, expected(context, challenge));
  const record = used(context, {
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    account: accountOf(passkey.publicKey),
    ownerIndex: 0,
    name,
    lastUsed: 0,
    registered: false,
    backedUp: passkey.backedUp,
  });
  onCreated(record);
  return record;
}

/** Prompts for the passkey of a known account. */
async function resume(
  context: WalletContext,
  record: AccountRecord,
  signal: AbortSignal,
): Promise<AccountRecord> {
  const challenge = random(32);
  await signDigest(context, record, bytesToHex(challenge), signal);
  return used(context, record);
}

/** Registers a passkey with the service, unless it is registered. */
async function register(context: WalletContext, record: AccountRecord): Promise<void> {
  if (record.registered) return;
  const { credentialId, publicKey, account } = record;
  await context.service.call("acct_putCredential", { credentialId, publicKey, account });
  const current = context.accounts.of(credentialId) ?? record;
  context.accounts.put({ ...current, registered: true });
}

function knownRecord(context: WalletContext, credentialId: string): AccountRecord {
  const record = context.accounts.of(credentialId);
  if (record === undefined) throw new AcctError("passkey_unknown");
  return record;
}

/** Creates the sign-in message of each known account, by credential id. */
function siweMessages(
  context: WalletContext,
  siwe: SiweRequest,
  known: readonly AccountRecord[],
): ReadonlyMap<string, string> {
  return new Map(known.map((record) => [
    record.credentialId,
    siweMessage(context, siwe, record.account.address),
  ]));
}

/**
 * Creates a sign-in message.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
function siweMessage(context: WalletContext, siwe: SiweRequest, address: Address): string {
  return createSiweMessage({
    address,
    chainId: siwe.chainId,
    domain: siwe.domain ?? new URL(context.app.origin).host,
    uri: siwe.uri ?? context.app.origin,
    nonce: siwe.nonce,
    version: "1",
    issuedAt: new Date(context.now()),
    ...(siwe.statement !== undefined && { statement: siwe.statement }),
  });
}

function connected(
  record: AccountRecord,
  siwe?: { readonly message: string; readonly signature: Hex },
): ConnectedAccount {
  return {
    account: record.account,
    name: record.name,
    ...(siwe !== undefined && { siwe }),
  };
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
