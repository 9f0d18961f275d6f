/** English words of the dialogs. @module */
import type { Warning } from "@sdk/core/dialog";

/** Text of an error, a warning or a notice. */
export interface CauseText {
  readonly title: string;
  /** Consequences and advice. */
  readonly body: string;
}

type WarningTexts = Readonly<Record<Warning["code"], (detail: string) => CauseText>>;

/** The English table. Every other language is of its type. */
export const en = {
  language: "en",
  dir: "ltr" as "ltr" | "rtl",
  // Everywhere
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  retry: "Try again",
  done: "Done",
  loading: "Loading…",
  copy: "Copy",
  copied: "Copied",
  copyAddress: "Copy address",
  details: "Details",
  showAll: (count: string): string => `Show all ${count}`,
  showLess: "Show less",
  usePasskey: "Use your passkey…",
  /** Replaces `usePasskey` if the app has its own signer. */
  useSigner: "Waiting for you…",
  usePasskeyHint: "Your browser asks for your fingerprint, face or device PIN.",
  sending: "Sending…",
  stillWorking: "Still working…",
  covered: {
    title: "The page is covering this dialog",
    body: "You can confirm once all of it is visible.",
  },
  openWindow: "Open in a window",
  balances: "Balances",
  noBalances: "No tokens yet.",
  balancesUnknown: "Balances can’t be shown right now.",
  disconnect: "Disconnect",
  manage: "Manage in wallet",
  /** Network lost during a read, which the dialog retries. */
  offline: { title: "You’re offline", body: "We’ll try again when you’re back." },
  /** Network lost during a submission, which the user must repeat. */
  offlineFailure: { title: "You’re offline", body: "Connect to the internet, then try again." },
  slow: {
    title: "This is taking longer than usual",
    body: "No answer yet. You can wait or close this.",
  },
  slowRefresh: {
    title: "Updating is taking longer than usual",
    body: "You can use the amounts shown, or wait. Outdated amounts are never signed.",
  },
  wait: "One moment",
  account: "Account",
  network: "Network",
  testNetwork: "Test network",
  step: (step: string, steps: string): string => `Step ${step} of ${steps}`,
  siteSays: "The site says",
  insecureOrigin: "This connection isn’t encrypted.",
  fingerprints: "Verification codes",
  fingerprintsHint: "Compare every character with what another device or tool shows.",
  // Connecting
  connectTitle: (app: string): string => `Connect to ${app}`,
  /** Replaces `connectTitle` on the wallet's own page. */
  connectOwn: "Open your wallet",
  connectIntro: "Your face, fingerprint or PIN is the key. Nothing to write down.",
  connectKnown: (app: string): string => `${app} will see your address and activity.`,
  defaultAccountName: "My account",
  create: "Create account",
  continue: "Continue",
  existing: "Sign in",
  /** Uses a passkey of the previous wallet host. */
  existingOf: (host: string): string => `Sign in with ${host}`,
  existingOther: "Use another account",
  phone: "Use my phone",
  /** After no passkey answered. */
  missingTitle: "No passkey here?",
  missingIntro: "Create an account, or try again with the passkey you have elsewhere.",
  missingFailure: {
    title: "No passkey answered",
    body: "Your device found none, or its prompt was closed. Nothing was signed or sent.",
  },
  againTitle: "Use your passkey once more",
  againIntro:
    "The wallet service doesn’t know this passkey. Use it once more to find your account on the network itself.",
  againAction: "Use passkey again",
  continueAs: (name: string): string => `Continue as ${name}`,
  signInTo: (domain: string): string => `You’ll also sign in to ${domain}`,
  connectPromise: (app: string): string =>
    `${app} sees your address and activity, never your passkey.`,
  /** Replaces `connectPromise` on the wallet's own page. */
  passkeyPromise: "Your passkey stays with you. No server has it.",
  lost: "Lost your passkey?",
  unsupported: {
    title: "Passkeys don’t work here",
    body: "This browser, or the app showing this page, can’t use them. Nothing was created.",
  },
  unsupportedInsecure:
    "Passkeys need an encrypted connection, and this page has none. Nothing was created. Let the site’s team know.",
  unsupportedOpen: "Open this page in Safari, Chrome, Edge or Firefox instead.",
  blockedByPage: {
    title: "This site doesn’t allow passkeys here",
    body:
      "Its own settings forbid them on this page. Nothing was created or signed. Let the site’s team know.",
  },
  blockedInFrame: {
    title: "Passkeys aren’t allowed here",
    body:
      "The page around this site doesn’t allow them. Nothing was created or signed. Open the site in a tab of its own.",
  },
  pageAddress: "Page address",
  // Names
  nameTitle: "Pick your name",
  nameIntro: "Anyone can find your account by this name.",
  nameClaim: (name: string): string => `Claim ${name}`,
  nameClaimNone: "Claim this name",
  nameSkip: "Skip",
  nameDone: (name: string): string => `${name} is yours`,
  returning: (app: string): string => `Returning to ${app}…`,
  nameRecords: "Public profile that the site adds",
  nameSpaces: "Names can’t contain spaces.",
  /** The name was free before it was claimed. */
  nameGone: "Someone just took this name. Nothing was saved; pick another one.",
  /** Precedes names that are available. */
  nameTakenOthers: "Taken. These are free:",
  nameStates: {
    empty: "3 to 63 letters, digits or hyphens.",
    checking: "Checking…",
    slow: "Still checking…",
    offline: "Can’t check right now. Check your connection, then type to try again.",
    free: "Available",
    taken: "Taken",
    similar: "Too close to a name that is taken.",
    reserved: "This name is reserved.",
    short: "A name has at least 3 characters.",
    long: "A name has at most 63 characters, fewer in some scripts.",
    dot: "Names can’t contain dots.",
    characters: "These characters can’t be combined in a name.",
  },
  // Calls
  send: (amounts: string): string => `Send ${amounts}`,
  give: (amount: string): string => `You send at most ${amount}`,
  sendTo: "To",
  allow: (amount: string): string => `Allow spending ${amount}`,
  allowAll: (symbol: string): string => `Allow spending all your ${symbol}`,
  /** Headline of an approval; `who` is the spender, `amount` may be everything. */
  letUse: (who: string, amount: string): string => `Let ${who} use ${amount}`,
  /** Ends an allowance; `symbols` are its tokens. */
  endUse: (symbols: string): string => `End access to your ${symbols}`,
  allowLess: (amount: string): string => `Lower a spending limit by ${amount}`,
  sendUnknown: "Send an unknown token",
  allowUnknown: "Allow spending an unknown token",
  allowTo: "Access for",
  allowCollection: "Allow access to a whole collection",
  callFunction: (name: string): string => `Call ${name}`,
  /** Headline of one unreadable call. */
  useContract: "Run an action we can’t read",
  callContract: "Action we can’t read",
  sendItem: "Send items from a collection",
  describedByWallet: "Your wallet knows this contract.",
  describedBy: (origin: string): string => `Described by ${origin}`,
  describedHint: "The site’s own words about its contract. Nobody has checked them.",
  describedByConvention: "What a function with this name usually does. This contract is unknown.",
  thisContract: "This contract",
  stepsInside: (count: number, shown: string): string =>
    count === 1 ? "1 step inside" : `${shown} steps inside`,
  stepsThrough: (contract: string): string =>
    `${contract} does this, not your account. It moves or allows what that contract holds.`,
  stepsUnread: (count: number, shown: string): string =>
    count === 1 ? "1 more step wasn’t checked." : `${shown} more steps weren’t checked.`,
  through: (contract: string, title: string): string => `Through ${contract}: ${title}`,
  mayFail: "If it fails, the other steps still go ahead.",
  function: "Function",
  yourAccount: "Your account",
  item: (id: string): string => `No. ${id}`,
  yes: "Yes",
  no: "No",
  actions: (count: number, shown: string): string => count === 1 ? "1 action" : `${shown} actions`,
  confirm: "Confirm",
  confirmActions: (count: number, shown: string): string =>
    count === 1 ? "Confirm 1 action" : `Confirm ${shown} actions`,
  to: "To",
  spender: "Access for",
  contract: "Contract",
  value: "Value",
  data: "Data",
  bytes: (count: string): string => count === "1" ? "1 byte" : `${count} bytes`,
  expected: "Balance changes",
  expectedHint: "Estimated",
  noChanges: "No balance changes",
  noEstimate: "No estimate",
  /** Button that scrolls to content the user has not seen yet. */
  review: "Review",
  gives: "You send",
  gets: "You get",
  /** The estimate of a transfer differs from the transfer itself. */
  differs: (changes: string): CauseText => ({
    title: "The estimate is different",
    body: `Your balances would change by ${changes}.`,
  }),
  unlisted: "unlisted",
  leavesAtMost: "The most you can lose",
  checkedByAccount: "Enforced by your account",
  notBounded: "No limit set",
  fee: "Fee",
  feeFree: "Free",
  paidBy: (sponsor: string): string => `Paid by ${sponsor}`,
  paidByUser: "Paid when it is used",
  feeMaximum: (amount: string): string => `At most ${amount}`,
  feeBalance: (amount: string): string => `Balance ${amount}`,
  feeLoading: "Estimating the fee…",
  feeChoose: "Pay the fee in",
  feeObstacle: {
    balance: "Balance too low",
    limit: "Fee too high for this option",
    unavailable: "Not available right now",
  },
  sponsorFailed: "The sponsor didn’t pay",
  sponsorFailedHint: (amount: string): string =>
    `The site offered to pay the fee, but its sponsor declined. You can pay it yourself: at most ${amount}.`,
  payMyself: (amount: string): string => `Pay the fee myself, at most ${amount}`,
  payAndConfirm: "Pay fee and confirm",
  notEnough: (symbol: string): string => `Not enough ${symbol} for the fee`,
  notEnoughHint: (need: string, have: string): string =>
    `You may need up to ${need}, but you have ${have}.`,
  missing: (amount: string): string => `Add ${amount} to continue`,
  receiveAt: (network: string): string => `Your address, on ${network} only`,
  unlimited: "Unlimited",
  // Messages
  signTitle: "Sign a message",
  signIntro: "Signing is free and moves nothing by itself. Sign only what you understand.",
  sign: "Sign",
  message: "Message",
  typedTitle: "Sign data we can’t explain",
  typedIntro: "What you sign can let others act for you. Check the values.",
  permitTitle: "Allow spending",
  orderTitle: (exchange: string): string => `Order on ${exchange}`,
  youGive: "You send at most",
  youGet: "You get at least",
  orderOpen: "Nothing guaranteed",
  orders: (count: number, shown: string): string =>
    count === 1 ? "1 order" : `${shown} orders, each can be filled separately`,
  orderNumber: (number: string): string => `Order ${number}`,
  ordersEmpty: (count: number, shown: string): string =>
    count === 1
      ? "1 empty slot in the tree is left out."
      : `${shown} empty slots in the tree are left out.`,
  nothing: "Nothing",
  /** The calls move no funds, but give allowances. */
  leavesLater: "Nothing in this step; what you allow can leave later",
  leavesLaterToo: "In this step; what you allow can leave later",
  sendEmpty: "Send an empty transaction",
  anyItem: "Any item in the collection",
  more: (count: string): string => `and ${count} more`,
  token: "Token",
  amount: "Amount",
  smallestUnit: "in the smallest unit",
  validUntil: "Valid until",
  noEnd: "No end date",
  domain: "For",
  /** Replaces `domain` for the contract of an order. */
  market: "Market",
  verifyingContract: "Contract",
  items: (count: number, shown: string): string => count === 1 ? "1 item" : `${shown} items`,
  empty: "empty",
  wholeValue: "Full value",
  hiddenMark: (code: string): string => `hidden character ${code}`,
  // Permissions
  grantTitle: "Allow limited access",
  grantSigned: "You sign now; it reaches the network when it is first used.",
  grantIntro: "You won’t be asked each time. You can end this any time in your wallet.",
  grantAction: "Allow",
  revokeTitle: "Remove access",
  revokeIntro: "It ends immediately and can’t be undone.",
  revokeAction: "Remove access",
  revokeAllTitle: "Remove every app’s access",
  revokeAllIntro:
    "No app or agent can spend from this account any more. Signed permissions end too. This can’t be undone.",
  revokeAllAction: "Remove all",
  revokeAllOn: "Also on these networks",
  /** On a network that does not answer. */
  revokeAllFails: "Not reachable: access stays",
  permissionId: "Permission",
  maySpend: "May spend",
  mayCall: "May call",
  onlyTransfers: "Transfers only",
  validFrom: "Valid from",
  upTo: (amount: string): string => `Up to ${amount}`,
  remaining: (amount: string): string => `${amount} left in this period`,
  everySome: (duration: string): string => `every ${duration}`,
  periods: {
    minute: "a minute",
    hour: "an hour",
    day: "a day",
    week: "a week",
    month: "a month",
    year: "a year",
    forever: "in total",
  },
  // Owners
  later: "Later",
  passkey: "Passkey",
  address: "Address",
  passkeyName: "New passkey’s name",
  passkeyNameHint: "Phone, security key…",
  passkeyHere: (name: string): string => `${name} (this device)`,
  addPasskeyTitle: "Add a passkey",
  addPasskeyIntro: "A second way into your account, on another device or a security key.",
  addPasskeyOffer: "Your passkey is on this device only. Lose the device and you lose the account.",
  addPasskeyAction: "Create passkey",
  ownerAddPasskey: {
    title: (name: string | undefined): string =>
      name === undefined ? "Add the new passkey?" : `Add \u2068${name}\u2069 to your account?`,
    intro:
      "Use the passkey you already have. From then on both open the account, on every network.",
    action: "Add passkey",
  },
  ownerAddAddress: {
    /** `who` is a name or a shortened address. */
    title: (who: string): string => `Let \u2068${who}\u2069 help you recover?`,
    control: (who: string): string => `Let \u2068${who}\u2069 control your account?`,
    /** `wait` is a time span. */
    intro: (who: string, wait: string): string =>
      `If you lose your passkey, \u2068${who}\u2069 can give you back access after ${wait}. You can stop it until then.`,
    action: "Allow",
    giveControl: "Give full control",
  },
  ownerRemove: {
    title: (name: string | undefined): string =>
      name === undefined ? "Remove this passkey?" : `Remove \u2068${name}\u2069 from your account?`,
    intro: "It stops working on each network when the removal arrives, within minutes.",
    action: "Remove",
  },
  ownerFull: "Give full control right away",
  ownerAddressRisk: {
    title: "Anyone with its key controls your account",
    body: "Only add an address whose key you keep yourself. It won’t need your consent later.",
  },
  ownerRemoveThis: "Remove this device’s passkey?",
  ownerRemoveHere: {
    title: "You’ll lose access on this device",
    body: "To get back in, use another passkey or a recovery address.",
  },
  ownerLate: "The removal can’t reach every network yet",
  ownerLateOn: "Still works on",
  ownerSoonOn: "Removed in minutes",
  ownerStillValid: "Not removed everywhere yet",
  ownerStillValidOn: (chains: string): string =>
    `The removal can’t reach ${chains} right now. Access there continues until it does.`,
  ownersAhead: "A later change on a network",
  ownersAheadOn: (chains: string): string =>
    `On ${chains} there is a later change that isn’t known here. Confirm to apply the owners shown ` +
    "here everywhere, then make that change again.",
  ownersForked: "Different owners on a network",
  ownersForkedOn: (chains: string): string =>
    `On ${chains}, one owner changed this account without the others. Confirm to have the same ` +
    "owners everywhere again.",
  ownerStays: "Keeps access",
  ownerStaysRecovery: "Can recover",
  ownersLost: "No longer yours on a network",
  ownersLostOn: (chains: string): string =>
    `On ${chains}, this account has other owners, and none of them is yours. Nothing you sign here ` +
    "can change that.",
  codeUnknown: "Unknown code on a network",
  codeUnknownOn: (chains: string): string =>
    `On ${chains}, this account runs code that your wallet doesn’t know. This change won’t be made ` +
    "there; reload this page to get its newest version.",
  otherAddress: "Pick another address",
  // Warnings, with the detail of the warning
  warnings: {
    unlimited_approval: () => ({
      title: "Unlimited spending",
      body: "This address can take all of this token, now and later.",
    }),
    whole_approval: () => ({
      title: "Could take all of a token",
      body: "This address can take all, or nearly all, that you hold of it.",
    }),
    approval_for_all: () => ({
      title: "Access to the whole collection",
      body: "This address can take every item in it, now and later.",
    }),
    permit: () => ({
      title: "This signature allows spending",
      body: "Anyone who has it can move your tokens without asking again.",
    }),
    long_approval: () => ({
      title: "Lasts longer than a year",
      body:
        "Allow this only if you’ll trust the app for that long. It’s often a mistake of the app.",
    }),
    order_for_nothing: () => ({
      title: "You’d get next to nothing in return",
      body:
        "The order gives away what is listed, and nothing of value is certain to come back to you.",
    }),
    value_to_token: () => ({
      title: "Pays a token’s contract",
      body:
        "Moving or approving tokens needs no payment. What you send along would likely be lost.",
    }),
    hands_over: (detail) => ({
      title: "Others could act for you there",
      body: detail === ""
        ? "It gives someone else control of what you have in a contract."
        : `It gives ${detail} control of what you have in a contract.`,
    }),
    moves_tokens: () => ({
      title: "This signature sends your tokens",
      body: "Anyone who has it can carry out the transfer, without asking you again.",
    }),
    runs_calls: (detail) => ({
      title: "This signature carries out an action",
      body: detail === ""
        ? "Anyone who has it can do what is listed, in your name."
        : `Anyone who has it can do what is listed, with what ${detail} holds.`,
    }),
    other_account: (detail) => ({
      title: "Changes or uses an account",
      body: detail === ""
        ? "Data like this can change an account or send its funds. No site needs this signature."
        : `The data changes or uses the account ${detail}. No site needs this signature.`,
    }),
    acts_for_you: () => ({
      title: "This names your account",
      body: "A contract could treat this signature as your instruction, and we can’t read it.",
    }),
    for_contract: (detail) => ({
      title: "Only a contract can read this",
      body:
        `The contract ${detail} decides what your signature does. It could give everything away.`,
    }),
    signs_hash: () => ({
      title: "A hash, not text",
      body: "It can stand for anything, even an order that gives everything away.",
    }),
    sign_in_elsewhere: (detail) => ({
      title: "You’re on another site",
      body: `Someone may be trying to sign in to ${detail} as you.`,
    }),
    odd_data: () => ({
      title: "Unusual data",
      body: "A known function, written in an unusual way. The worst it can do is shown.",
    }),
    unlimited_grant: (detail) => ({
      title: "Could take all of a token",
      body: `The limit covers all, or nearly all, of your ${detail}.`,
    }),
    no_token: (detail) => ({
      title: "No token answers at this address",
      body:
        `Nobody can tell what ${detail} is, or what these amounts are worth. Allow this only if you know why it is asked.`,
    }),
    long_grant: () => ({
      title: "Lasts longer than a year",
      body: "Allow this only if you’ll remember it. You can end it any time.",
    }),
    endless_grant: () => ({
      title: "Never ends by itself",
      body: "It lasts longer than you will need it. Set an earlier end.",
    }),
    unwatched_tokens: (detail) => ({
      title: "Could take tokens we can’t limit",
      body: detail === ""
        ? "There are too many other tokens to limit all of them here."
        : `These contracts might take other tokens: ${detail}. No limit applies to them.`,
    }),
    unread_grant: (detail) => ({
      title: "We can’t read what it may call",
      body:
        `A function of ${detail} is unknown to us. Limits don’t cover what it holds or does later.`,
    }),
    new_spender: () => ({
      title: "New: never had access",
      body: "Make sure the site shows the same address.",
    }),
    risky_grant: (detail) => ({
      title: "Lets others move your tokens",
      body: `A function of ${detail} moves tokens or lets others move them. No limit applies here.`,
    }),
    unknown_function: () => ({
      title: "Unknown function",
      body: "We can’t say what it does. Continue only if you trust this site.",
    }),
    partly_read: () => ({
      title: "We can’t read part of this action",
      body: "It contains further steps as raw data. Continue only if you trust this site.",
    }),
    look_alike: (detail) => ({
      title: "Looks like an address you know, but isn’t",
      body: detail === "" ? "Compare every character." : `Compare every character with ${detail}`,
    }),
    hidden_characters: () => ({
      title: "Hidden characters",
      body: "The text has characters you can’t see. They are marked.",
    }),
    not_text: () => ({
      title: "Not text",
      body: "The site asks you to sign bytes that can’t be read.",
    }),
    other_chain: (detail) => ({
      title: "For another network",
      body: detail === ""
        ? "The data is for a different network than the one in use."
        : `The data is for network ${detail}, not the one in use.`,
    }),
    simulation_reverts: (detail) => ({
      title: "This will likely fail",
      body: detail === "" ? "The simulation failed." : `The simulation says: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "No estimate",
      body: "Balance changes couldn’t be estimated. What is listed below is still exact.",
    }),
    simulation_differs: () => ({
      title: "Results vary",
      body: "In a second run, more left your account. The worse result is shown.",
    }),
    gives_approval: (detail) => ({
      title: "Lets another address take your tokens",
      body: detail === ""
        ? "The function’s name doesn’t say so."
        : `The function’s name doesn’t say so. ${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "A token can’t be checked",
      body: `More of it could leave than estimated: ${detail}`,
    }),
    may_be_sent: () => ({
      title: "This may have been sent",
      body: "Confirm again to find out. Nothing is sent twice.",
    }),
    passkey_not_backed_up: () => ({
      title: "This passkey is on this device only",
      body: "Lose the device and you lose the account. Add a second passkey soon.",
    }),
  } satisfies WarningTexts as WarningTexts,
  // Causes that a dialog can show; the others use `otherCause`
  causes: {
    unknown_bundle: {
      title: "Unknown request",
      body: "Your wallet never sent a request with this ID. Nothing changed.",
    },
    user_rejected: { title: "Cancelled", body: "Nothing was signed or sent." },
    passkey_cancelled: { title: "Passkey cancelled", body: "Nothing was signed or sent." },
    passkey_invalid: {
      title: "Passkey not accepted",
      body: "Nothing was signed or sent. Try again or use another passkey.",
    },
    passkey_exists: {
      title: "You already have a passkey here",
      body:
        "No second one was created: this one opens the account. To add one, use another device or a security key.",
    },
    passkey_wrong_site: {
      title: "Passkeys don’t work at this address",
      body:
        "Nothing was created or signed. That passkey belongs to another address, which doesn’t allow this one, or this browser can’t ask for it here. Use another passkey or browser, or let the site’s team know.",
    },
    passkey_no_authenticator: {
      title: "No place to keep a passkey",
      body: "Nothing was created. Set up a screen lock, or use a phone or a security key.",
    },
    passkey_failed: {
      title: "The password manager refused",
      body:
        "Nothing was signed or sent. If it fails again, choose another password manager in this device’s settings, or use another device.",
    },
    passkey_pending: {
      title: "Another passkey prompt is open",
      body: "Nothing was signed or sent. Finish or close it, then try again.",
    },
    storage_full: {
      title: "The wallet service is out of storage",
      body: "Nothing was sent. Try again later.",
    },
    storage_down: { title: "The wallet service isn’t ready", body: "Try again in a moment." },
    passkey_unsupported: {
      title: "This browser can’t use passkeys here",
      body: "Open the page in an up-to-date browser, outside of other apps. Nothing changed.",
    },
    passkey_unknown: {
      title: "No account for this passkey",
      body: "Try another passkey, or create an account. Nothing changed.",
    },
    wrong_passkey: {
      title: "This passkey belongs to another account",
      body: "Nothing was sent. Use the passkey of the account shown here.",
    },
    service_down: {
      title: "Couldn’t reach the wallet service",
      body: "Check your connection and try again.",
    },
    host_unreachable: {
      title: "Couldn’t reach the wallet",
      body: "Nothing was signed or sent. Check your connection and try again.",
    },
    chain_down: { title: "Couldn’t reach the network", body: "Try again in a moment." },
    chain_unknown: {
      title: "Network not supported",
      body: "Nothing was sent. The site has to use another network.",
    },
    chain_unsupported: {
      title: "Network not supported",
      body: "Nothing was sent. The site has to use another network.",
    },
    origin_not_allowed: {
      title: "This site isn’t registered",
      body: "Its address isn’t on its project’s list. No changes were made. Let its team know.",
    },
    key_invalid: {
      title: "This site isn’t registered",
      body: "The wallet service doesn’t know its key. No changes were made. Let its team know.",
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
      title: "The network refused this",
      body: "Nothing was sent. Try again; if it keeps happening, let the site’s team know.",
    },
    sponsor_failed: {
      title: "The sponsor didn’t pay",
      body: "Nothing was sent. Try again, or pay the fee yourself.",
    },
    quote_changed: {
      title: "The amounts changed",
      body: "Nothing was signed. Check the new amounts and confirm again.",
    },
    not_ready: {
      title: "Not ready yet",
      body: "Nothing was signed. Wait until all amounts are shown.",
    },
    service_mismatch: {
      title: "The wallet service prepared something else",
      body: "Nothing was signed. Stop here and let the site’s team know.",
    },
    insufficient_funds: {
      title: "Not enough funds",
      body: "Nothing was sent. Add funds or lower the amount.",
    },
    code_unknown: {
      title: "Your account runs unknown code",
      body:
        "Nothing was signed. Reload this page to get its newest version. If you see this again, someone may have replaced the account’s code on this network: send nothing to it there. You can keep using it on other networks.",
    },
    owner_is_contract: {
      title: "This address is a contract",
      body:
        "Nothing was changed. On another network it can belong to someone else. Use a wallet with its own key.",
    },
    permission_unknown: {
      title: "Unknown permission",
      body: "This account never gave a permission with this ID. Nothing changed.",
    },
    name_taken: {
      title: "That name is taken",
      body: "Nothing was saved. It is taken, or too close to one that is. Pick another name.",
    },
    bundle_too_large: {
      title: "Too many actions at once",
      body: "Nothing was sent. The site has to split them.",
    },
    duplicate_id: {
      title: "Already sent",
      body: "These actions were sent before. Nothing was sent again.",
    },
  },
  /** Cancelled in a web view, which may not have prompted the user. */
  cancelledInApp: {
    title: "Passkey cancelled",
    body:
      "Nothing was signed or sent. If nothing asked for your passkey, the app showing this page may not allow passkeys: open the page in your browser.",
  },
  /** Cancelled again, on a device that may lack user verification. */
  cancelledAgain: {
    title: "Passkey cancelled",
    body:
      "Nothing was signed or sent. If you weren’t asked for it, set a screen lock on this device, or use another device.",
  },
  otherCause: { title: "That didn’t work", body: "Check your activity before you try again." },
  screens: {
    ending: {
      ends: "What it allowed ends as well",
      none: "It allowed nothing that still works.",
      unknown: "We couldn’t load the list. All of it ends anyway.",
      standing: "Token approvals that stay",
      approvalsUnknown: "We couldn’t load the list.",
      endThem: "End them next, with one confirmation per network",
      approvals:
        "The network doesn’t know which passkey gave an approval. Removing a passkey ends none of them.",
    },
    grant: {
      spend: (app: string, limits: string): string => `Let ${app} spend ${limits}`,
      /** An allowance and its period, within a sentence; `again` is true after another one. */
      limit: (amount: string, period: string, again: boolean): string =>
        `${again ? "" : "up to "}${amount} ${period}`,
      /** Headline of a revocation; `app` is the site or agent. */
      stop: (app: string, limits: string): string => `Stop ${app} from spending ${limits}`,
      stopAll: (app: string): string => `Stop ${app}’s access`,
      /** Amount of an unnamed token; `token` is its shortened address. */
      units: (figure: string, token: string): string => `${figure} smallest units of ${token}`,
      /** An allowance without a limit, within a sentence. */
      everything: (symbol: string): string => `all your ${symbol}`,
      /**
       * The most that can be lost. Empty arguments: no allowance, no end date, or a sum that equals
       * the limits.
       */
      most: (app: string, limits: string, end = "", all = ""): string =>
        `${app} can ${
          limits === "" ? "spend nothing, but can call the functions below" : `spend ${limits}`
        }` +
        `${end === "" ? ", with no end date" : ` until ${end}`}` +
        `${all === "" ? "." : `; at most ${all} in all.`}`,
      /** `name` is given by the app; `begins` is true at the start of a sentence. */
      agent: (name: string, begins: boolean): string => `${begins ? "The" : "the"} agent “${name}”`,
      quoted: (words: string): string => `“${words}”`,
      agentName: "Name",
      purpose: "For",
      hosts: "Says it pays only",
      hostsHint: "The agent promises this. Your account doesn’t check it.",
      linkSays: "The link says",
      linkHint:
        "This came from a link, and anyone can make one. Allow it only if you asked for it.",
      less: "Change limits",
      lessHint:
        "You can lower amounts or set an earlier end. The app sees the limits that you allow.",
      tooMuch: (most: string): string => `More than 0, and at most ${most}.`,
      tooLate: "Tomorrow at the earliest, and no later than requested.",
    },
    /** Payments to a recipient from this device. */
    party: {
      first: "First time",
      /** `shown` is the count in the language's digits. */
      times: (count: number, shown: string): string =>
        count === 1 ? "Sent once" : `Sent ${shown} times`,
    },
    permission: {
      /** Word of the call data; `position` starts at 1. */
      word: (position: string): string => `Word ${position} of its data`,
      kinds: {
        equal: "exactly",
        atMost: "at most",
        oneOf: "one of",
        account: "your account",
        spender: "the spender",
      },
      untouched: "Must not lose any of",
    },
    reading: {
      allows: "Others can spend later",
      /** Heading of bytes that are appended to the call data. */
      suffix: "Site’s label",
      suffixHint:
        "The site adds these bytes to count the transactions it brings. They change nothing else.",
      everything: "Everything",
      collection: "Every item in this collection",
      control: "What you control in this contract",
      heldBy: "Held by",
      inAll: "At most in all",
      inside: "It lets others do this",
      /** Parts of the headline of a batch. */
      /** Headline of an order. */
      trade: (given: string, got: string): string => `Swap ${given} for at least ${got}`,
      collectibles: (count: number, shown: string): string =>
        count === 1 ? "1 collectible" : `${shown} collectibles`,
      unknownTokens: (count: number, shown: string): string =>
        count === 1 ? "an unknown token" : `${shown} unknown tokens`,
      moreTokens: (count: number, shown: string): string =>
        count === 1 ? "1 more token" : `${shown} more tokens`,
      handOver: "Hand over control of a contract",
      /** Funds of another account, such as a multisig. */
      othersGive: (amounts: string): string => `Another account gives at most ${amounts}`,
      othersAllow: (amounts: string): string => `Another account allows spending ${amounts}`,
      allOfTheirs: (symbol: string): string => `all its ${symbol}`,
      /** Line below the headline, from the simulation. */
      gain: (amounts: string): string => `Get ${amounts}`,
      expectGet: (amounts: string): string => `Expected: you get ${amounts}`,
      expectGive: (amounts: string): string => `Expected: you give ${amounts}`,
      expectBoth: (given: string, got: string): string => `Expected: −${given}, +${got}`,
      expectSome: (_count: number, shown: string): string => `Expected: ${shown} balance changes`,
      /** Net gain of a token that is also sent. */
      endMore: (amounts: string): string => `Expected: you end up with ${amounts} more`,
      /** Gains that any contract can fake. */
      alsoExpected: (changes: string): CauseText => ({
        title: "Unlisted assets would arrive",
        body: `${changes}. Anyone can make these up, under any name.`,
      }),
      named: "To",
      signInFor: (domain: string): string => `This sign-in is for ${domain}`,
      signInTitle: (domain: string): string => `Sign in to ${domain}`,
      signInIntro: "Signing in costs nothing and moves no funds.",
      signIn: "Sign in",
      consent: (domain: string): string => `I want to sign in to ${domain} from this site`,
      signAnyway: "Sign anyway",
    },
    recovery: {
      /** `name` is set if the dialog has no account yet. */
      alarm: (when: string, name: string | undefined): CauseText => ({
        title: name === undefined
          ? "Someone is recovering this account"
          : `Someone is recovering ${name}`,
        body: `It takes effect ${when}. Not you?`,
      }),
      more: "Other options",
      helps:
        "It helps if you lose your passkeys, or if its own key leaks. It does not help against a thief who has your passkey.",
      waits: "Waiting time",
      shorter: (before: string): string => `Shorter than now, so it applies only after ${before}.`,
      stop: {
        title: "Stop this recovery?",
        intro: "The address that started it gets no access. Your passkeys keep working.",
        action: "Stop it",
        keep: "Keep it running",
      },
      mine: "It’s me",
      startedBy: "Started by",
      takesEffect: "Takes effect",
      networks: "Networks",
      remove: "Remove this recovery address too",
      stays:
        "It can start another recovery, with a new waiting time. Remove it if you don’t know who has it.",
      /** The address stays, but its pending recoveries block new ones. */
      blocked:
        "It started several recoveries, and can’t start another until you change what opens your account. Remove it if you don’t know who has it.",
      removed:
        "It can’t start a recovery any more. Add another one afterwards, in case you lose your passkeys.",
      late: (chains: string): CauseText => ({
        title: "This doesn’t stop it everywhere",
        body: `The wallet service can’t reach ${chains}. Stop it there with the rescue page.`,
      }),
    },
    signIn: {
      until: (time: string): string => `Signed in until ${time} at most`,
      from: (time: string): string => `It starts on ${time}`,
      resources: "The site lists these addresses",
      acts: "This lets the site act for you elsewhere",
      request: "Request",
    },
    status: {
      title: "Status",
      id: "Request",
      transaction: "Transaction",
      reason: "Reason",
      time: "Confirmed",
      /** Cause of a failure, followed by its consequences. */
      causes: {
        balance: "A balance was too low.",
        allowance: "An allowance was too low.",
        price: "The price moved too far.",
        other: "A contract refused it.",
      },
      seeTransaction: "View in explorer",
      notYet: "Not on the network yet",
      longer: "It takes longer than usual. You can close this; it goes on without you.",
      unread: {
        title: "No answer yet",
        body: "It may have gone through. Check again before you repeat it.",
      },
      /** `who` is a shortened address. */
      sent: (amount: string, who: string): string => `Sent ${amount} to ${who}.`,
      received: (amount: string, who: string): string => `Received ${amount} from ${who}.`,
      sentLabel: "Sent",
      receivedLabel: "Received",
      notAll: "Payments in the network’s own currency and collectibles aren’t listed.",
      more: (count: number, shown: string): string =>
        count === 1
          ? "1 more transfer is in the details."
          : `${shown} more transfers are in the details.`,
      statuses: {
        100: { title: "On its way", body: "It takes a few seconds. You can close this." },
        200: { title: "Done", body: "Everything went through." },
        400: { title: "Not sent", body: "It never reached the network. Nothing changed." },
        500: { title: "Failed", body: "All of it was undone. A fee may have been paid." },
      },
    },
    success: {
      connected: "Connected",
      created: "Account created",
      sent: (amounts: string): string => `Sent ${amounts}`,
      arriving: (amounts: string): string => `${amounts} on the way`,
      signed: "Signed",
      allowed: "Allowed",
      removed: "Access removed",
      added: "Added",
      saved: "Done",
    },
    upgrade: {
      title: "Update this account?",
      intro:
        "The newest features and fixes from the makers of your wallet. Your address, funds, passkeys and permissions stay the same.",
      action: "Update account",
      code: "New code",
      noWayBack: (chain: string): string => `Only on ${chain}, and you can’t go back.`,
      createTitle: (chain: string): string => `Create your account on ${chain}?`,
      createIntro:
        "The same account, at the same address. The passkeys and recovery addresses you have now work there too; removed ones don’t.",
      createAction: "Create it there",
    },
    watchAsset: {
      title: (symbol: string | undefined): string =>
        symbol === undefined ? "Show this token?" : `Show ${symbol} in your wallet?`,
      intro: "Nothing is sent or allowed.",
      action: "Show token",
      balance: "Your balance",
      unknown: "Unknown",
      differs: {
        title: "The site describes another token",
        body:
          "Its symbol or decimals are not those of this contract, which are shown here. Compare the address before you trust it.",
      },
      none: {
        title: "No token at this address",
        body: "No ERC-20 contract answers there on this network. Nothing was added.",
      },
    },
  },
};

/** Words of the dialogs in one language. */
export type Text = typeof en;
