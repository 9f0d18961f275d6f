/** Texts of the rescue page in English. @module */

/** The words. */
export const en = {
  title: "Get back into your account",
  intro:
    "Four steps: your recovery file, the network, your recovery wallet, and what you want to do. " +
    "Nothing is sent before you confirm it in that wallet. This page talks only to your node.",
  passkeys:
    "Passkeys can’t be used here: they belong to the address of the wallet where they were " +
    "created. This page is for recovery addresses.",
  care: "Only use a copy of this page that you trust, and read what your wallet shows.",
  record: "1. Your recovery file",
  recordHint: "You saved it in the wallet, under Security. It holds no secrets.",
  recordPaste: "Or paste its contents",
  recordFile: "Choose the file, or drop it here",
  recordRead: "Open the file",
  account: "Account",
  network: "2. The network",
  nodeUrl: "URL of a node (JSON-RPC)",
  nodeHint: "A node of the network you want to use. It sees which account you look up.",
  nodeLook: "Find the account",
  onNetwork: (chain: string): string => `On the network with chain ID ${chain}`,
  balance: (amount: string): string => `Balance: ${amount} (native currency)`,
  owners: "Owners",
  passkey: "Passkey",
  you: "this is your wallet",
  missing: "The account is not on this network yet. Funds that were sent to its address are safe.",
  behind: "Not all changes to the owners have reached this network yet.",
  apart:
    "On this network the account has other owners than the file says. If your wallet is one of " +
    "them, a change that you sign here makes them the same again.",
  wallet: "3. Your wallet",
  walletNone: "No wallet was found in this browser. Open the page in one that has your wallet.",
  walletUse: (name: string): string => `Use ${name}`,
  walletIs: (address: string): string => `Your wallet: ${address}`,
  walletNoOwner: "This address isn’t an owner here. It can only bring the account to the network.",
  deploy: "Bring the account to this network",
  deployHint: "A transaction from your wallet, which pays the fee. No owner has to agree.",
  act: "4. What do you want to do?",
  kinds: { native: "Send native currency", token: "Send a token", raw: "Call a contract" },
  kind: "What to do",
  to: "To (address)",
  amount: "Amount",
  token: "Address of the token",
  contract: "Contract (address)",
  data: "Call data (hex)",
  check: "Continue",
  reviewSend: (amount: string, to: string): string => `The account sends ${amount} to ${to}.`,
  reviewHas: (amount: string): string => `It has ${amount} of this token.`,
  reviewCall: (to: string, amount: string, data: string): string =>
    `The account calls ${to} with ${amount} and this data: ${data}`,
  reviewAdd: (address: string): string =>
    `${address} becomes an owner. Anyone with its key controls the account, at once and everywhere.`,
  reviewRemove: (owner: string): string => `This owner is removed: ${owner}`,
  reviewSelf: "This is your own wallet: afterwards you can’t do anything here any more.",
  confirm: "Sign with the wallet",
  cancel: "Cancel",
  add: "Add an owner",
  newOwner: "Address of the new owner",
  remove: "Remove",
  everywhere:
    "A change to the owners is signed for all networks. Here it happens at once; elsewhere when " +
    "it is brought there, with the new file.",
  recover: "Recover the account",
  recoveryOwner: "recovery address",
  recoverHint: (days: number): string =>
    `It takes effect after ${days} ${
      days === 1 ? "day" : "days"
    }. Until then any owner can stop it.`,
  recoverOwner: "New owner (address, or key of a passkey)",
  recoverOwnerHint: "It replaces all passkeys and addresses that own the account now.",
  recoverStart: "Start the recovery",
  recoverWaits: (ready: Date): string =>
    `A recovery of this account is running. It takes effect on ${
      ready.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "Stop it",
  reviewVeto:
    "This recovery is stopped on this network. The recovery address stays: remove it above if you don’t know who has it. Stop the recovery on other networks as well.",
  recoverFinish: "Finish the recovery",
  reviewRecovery: (owner: string): string =>
    `All permissions end, and this becomes the only full owner: ${owner}`,
  working: "Waiting for your wallet or the network…",
  done: (transaction: string): string => `Done. Transaction ${transaction}`,
  save: "Save the recovery file",
  saveNow: "The owners have changed: save the new file.",
  problems: {
    record: "This isn’t a recovery file, or it was changed.",
    node_url: "The URL must begin with https:// (or be on this device).",
    node_down: "The node doesn’t answer. Try another one.",
    node_refused: "The node refused to answer.",
    wallet_refused: "The wallet refused. Nothing was done.",
    wrong_chain: "Your wallet is on another network. Switch it, then try again.",
    wrong_signature: "The wallet signed something else, or with another key. Nothing was sent.",
    would_fail: "This would fail. Nothing was signed or sent.",
    failed: "It was carried out and failed. Apart from the fee, nothing has changed.",
    not_mined:
      "The transaction isn’t in a block yet. It may still get there; check before you try again.",
    address: "This isn’t an address.",
    amount: "This isn’t an amount, or it has too many decimals.",
    data: "Call data is 0x and an even number of hex digits.",
    token: "There is no token at this address.",
    already_owner: "It is already an owner, or the account itself.",
    contract:
      "This address is a contract on this network. On another network the same address can belong to someone else. Use the address of a wallet with its own key.",
    last_owner: "The last owner can’t be removed.",
    code_unknown:
      "On this network the account runs code that this page doesn’t know. The page signs nothing for it. Get a newer copy of this page. If that doesn’t know the code either, it may have been replaced: send nothing to the account there.",
    unexpected: "That didn’t work. Look at the account before you try again.",
  },
};

/** Texts of the rescue page in one language. */
export type RescueText = typeof en;
