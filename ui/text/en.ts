/** English. @module */
import type { Text } from "./text.ts";

/** The English table. */
export const en: Text = {
  dir: "ltr",
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  retry: "Try again",
  loading: "Loading…",
  copy: "Copy",
  copied: "Copied",
  details: "Details",
  showAll: (count) => `Show all ${count}`,
  showLess: "Show less",
  usePasskey: "Use your passkey…",
  usePasskeyHint: "Your browser asks for your fingerprint, face or device PIN.",
  sending: "Sending…",
  stillWorking: "Still working…",
  wait: "One moment",
  account: "Account",
  network: "Network",
  testNetwork: "Test network",
  step: (step, steps) => `Step ${step} of ${steps}`,
  siteSays: "The site says",
  insecureOrigin: "This connection is not encrypted.",
  nextStep: "What you can do",
  technical: "Technical details",
  connectTitle: (app) => `Connect to ${app}`,
  connectIntro: "Your account is secured by a passkey. No password, no extension.",
  connectKnown: "Choose the account to use here.",
  accountName: "Account name",
  accountNameHint: "Only you see it, in your list of passkeys.",
  defaultAccountName: "My account",
  create: "Create a passkey account",
  createOther: "Create a new account",
  existing: "Use an existing passkey",
  existingOther: "Use another passkey",
  continueAs: (name) => `Continue as ${name}`,
  signInTo: (domain) => `You will also sign in to ${domain}`,
  passkeyPromise: "Your passkey stays with you. No server ever holds it.",
  send: (amounts) => `Send ${amounts}`,
  sendTo: "To",
  allow: (amount) => `Allow spending ${amount}`,
  allowAll: (symbol) => `Allow spending all ${symbol}`,
  sendUnknown: "Send an unknown token",
  allowUnknown: "Allow spending an unknown token",
  allowTo: "Spender",
  allowCollection: "Allow access to a whole collection",
  callFunction: (name) => `Call ${name}`,
  callContract: "Call a contract",
  actions: (count, shown) => count === 1 ? "1 action" : `${shown} actions`,
  confirm: "Confirm",
  confirmActions: (count, shown) => count === 1 ? "Confirm 1 action" : `Confirm ${shown} actions`,
  to: "To",
  spender: "Spender",
  contract: "Contract",
  value: "Value",
  data: "Data",
  bytes: (count) => `${count} bytes`,
  expected: "Expected changes",
  expectedHint: "Simulated, may differ",
  noChanges: "No balance changes expected",
  fee: "Network fee",
  feeFree: "Free for you",
  paidBy: (sponsor) => `Paid by ${sponsor}`,
  feeMaximum: (amount) => `At most ${amount}`,
  feeExpected: (amount) => `about ${amount}`,
  feeBalance: (amount) => `Balance ${amount}`,
  feeLoading: "Working out the fee…",
  sponsorFailed: "The sponsor did not pay",
  sponsorFailedHint: (amount) =>
    `The site wanted to pay the network fee, but its sponsor declined. You can pay it yourself: ` +
    `at most ${amount}.`,
  payMyself: (amount) => `Pay the fee myself, at most ${amount}`,
  payAndConfirm: "Pay fee and confirm",
  notEnough: (symbol) => `Not enough ${symbol} for the fee`,
  notEnoughHint: (need, have) => `Up to ${need} may be needed; the account holds ${have}.`,
  unlimited: "Unlimited",
  signTitle: "Sign a message",
  signIntro: "Signing costs nothing and moves no funds by itself. Only sign what you understand.",
  sign: "Sign",
  message: "Message",
  showBytes: "Show bytes",
  typedTitle: (type) => `Sign ${type}`,
  typedIntro: "A signature on data can allow others to act for you. Check the values.",
  domain: "Issued for",
  verifyingContract: "Contract",
  items: (count, shown) => count === 1 ? "1 item" : `${shown} items`,
  empty: "empty",
  wholeValue: "Whole value",
  hiddenMark: (code) => `hidden character ${code}`,
  warnings: {
    unlimited_approval: () => ({
      title: "Unlimited spending",
      body: "The spender could take all of this token from your account, now and later.",
    }),
    approval_for_all: () => ({
      title: "Access to everything in a collection",
      body: "The operator could move every item of this collection out of your account.",
    }),
    permit: () => ({
      title: "This signature allows spending",
      body: "Whoever holds it can move your tokens without asking again.",
    }),
    unknown_function: () => ({
      title: "This action cannot be read",
      body: "The function is not known here. Go on only if you trust this site.",
    }),
    look_alike: (detail) => ({
      title: "Looks like an address you know, but is another",
      body: detail === "" ? "Compare every character." : `Compare every character with ${detail}`,
    }),
    hidden_characters: () => ({
      title: "Hidden characters",
      body: "The text holds characters that cannot be seen. They are marked below.",
    }),
    not_text: () => ({
      title: "Not a text",
      body: "The site asks for a signature on bytes that cannot be read.",
    }),
    other_chain: (detail) => ({
      title: "For another network",
      body: detail === ""
        ? "The data names another network than the one in use."
        : `The data names network ${detail}, not the one in use.`,
    }),
    simulation_reverts: (detail) => ({
      title: "This would likely fail",
      body: detail === "" ? "The simulation did not succeed." : `The simulation says: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "No simulation",
      body: "The expected changes could not be worked out. What is listed below is still exact.",
    }),
    passkey_not_backed_up: () => ({
      title: "This passkey is on this device only",
      body: "If the device is lost, the account is lost. Add a second passkey soon.",
    }),
  },
  causes: {
    user_rejected: { title: "Cancelled", body: "Nothing was signed or sent." },
    passkey_cancelled: {
      title: "The passkey was not used",
      body: "The prompt was closed or timed out. Nothing was signed or sent. You can try again.",
    },
    passkey_invalid: {
      title: "The passkey's answer is not valid",
      body: "Nothing was signed or sent. Try again, or use another passkey.",
    },
    passkey_exists: {
      title: "There is a passkey here already",
      body: "No second one was made. Use the existing passkey instead.",
    },
    passkey_wrong_site: {
      title: "Passkeys do not work at this address",
      body: "Nothing was made or signed. The address does not fit the site; tell its makers.",
    },
    passkey_no_authenticator: {
      title: "No place for a passkey was found",
      body: "Nothing was made. Set up a screen lock, or use a phone or a security key.",
    },
    passkey_failed: {
      title: "The passkey did not work",
      body: "Nothing was signed or sent. Try again, or use another passkey or browser.",
    },
    storage_full: {
      title: "The wallet service has no room",
      body: "Nothing was sent. Try again later.",
    },
    passkey_unsupported: {
      title: "This browser cannot use passkeys here",
      body: "Open the page in a current browser, outside of other apps. Nothing was changed.",
    },
    passkey_unknown: {
      title: "No account for this passkey",
      body: "Try another passkey, or create a new account. Nothing was changed.",
    },
    wrong_passkey: {
      title: "This passkey belongs to another account",
      body: "Nothing was sent. Try again with the passkey of the account shown here.",
    },
    service_down: {
      title: "The wallet service cannot be reached",
      body: "Nothing was sent. Check your network and try again.",
    },
    host_unreachable: {
      title: "The wallet cannot be reached",
      body: "Nothing was signed or sent. Check your network and try again.",
    },
    chain_down: {
      title: "The network does not answer",
      body: "Nothing was sent. Try again in a moment.",
    },
    chain_unknown: {
      title: "This network is not supported",
      body: "Nothing was sent. The site has to choose another network.",
    },
    chain_unsupported: {
      title: "This network is not supported",
      body: "Nothing was sent. The site has to choose another network.",
    },
    origin_not_allowed: {
      title: "This site is not registered",
      body: "Its address is not on the list of its project. Nothing was done. Tell its makers.",
    },
    key_invalid: {
      title: "This site is not registered",
      body: "Its key is not known to the wallet service. Nothing was done. Tell its makers.",
    },
    limit_exceeded: {
      title: "Too many requests",
      body: "Nothing was sent. Wait a moment and try again.",
    },
    simulation_reverts: {
      title: "This would fail",
      body: "Nothing was sent. The network would refuse these actions; check amounts and balances.",
    },
    operation_refused: {
      title: "The network refused it",
      body: "Nothing was sent. Try again; if it stays, tell the makers of the site.",
    },
    sponsor_failed: {
      title: "The sponsor did not pay",
      body: "Nothing was sent. Try again, or pay the fee from your account.",
    },
    quote_changed: {
      title: "The figures changed",
      body: "Nothing was signed. Read the new figures and confirm again.",
    },
    not_ready: {
      title: "Not ready yet",
      body: "Nothing was signed. Wait until all figures are there.",
    },
    service_mismatch: {
      title: "The wallet service prepared something else",
      body: "Nothing was signed. Do not go on; tell the makers of the site.",
    },
    insufficient_funds: {
      title: "Not enough funds",
      body: "Nothing was sent. Add funds or lower the amount.",
    },
    bundle_too_large: {
      title: "Too many actions at once",
      body: "Nothing was sent. The site has to split them.",
    },
    duplicate_id: {
      title: "Already sent",
      body: "These actions were submitted before. Nothing was sent again.",
    },
  },
  otherCause: {
    title: "Something went wrong",
    body: "Check your activity before you try again.",
  },
};
