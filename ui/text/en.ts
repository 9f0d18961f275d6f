/** English. @module */
import type { Text } from "./text.ts";

/** The English table. */
export const en: Text = {
  language: "en",
  dir: "ltr",
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  retry: "Try again",
  done: "Done",
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
  covered: {
    title: "This page covers the dialog",
    body: "Nothing can be confirmed until all of it can be seen.",
  },
  openWindow: "Open in a window",
  balances: "Balances",
  noBalances: "This account holds nothing yet.",
  disconnect: "Disconnect",
  manage: "Manage in wallet",
  offline: {
    title: "You are offline",
    body: "It goes on by itself as soon as this device is connected again.",
  },
  offlineFailure: {
    title: "You are offline",
    body: "Connect this device to a network, then try again.",
  },
  slow: {
    title: "This takes longer than usual",
    body: "There is no answer yet. You can wait, or close this.",
  },
  slowRefresh: {
    title: "Newer figures take longer than usual",
    body: "You can go by what is shown, or wait. Figures that ran out are never signed.",
  },
  wait: "One moment",
  account: "Account",
  network: "Network",
  testNetwork: "Test network",
  step: (step, steps) => `Step ${step} of ${steps}`,
  siteSays: "The site says",
  insecureOrigin: "This connection is not encrypted.",
  nextStep: "What you can do",
  technical: "Technical details",
  fingerprints: "Fingerprints",
  fingerprintsHint: "Compare all characters with what another device or tool works out.",
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
  againTitle: "Use your passkey once more",
  againIntro:
    "The wallet service does not remember this passkey. A second use is enough to find your account on the network itself.",
  againAction: "Use passkey again",
  continueAs: (name) => `Continue as ${name}`,
  signInTo: (domain) => `You will also sign in to ${domain}`,
  passkeyPromise: "Your passkey stays with you. No server ever holds it.",
  unsupported: {
    title: "Passkeys do not work here",
    body: "This browser, or the app that shows this page, cannot use them. Nothing was made.",
  },
  unsupportedInsecure:
    "They need an encrypted connection, which this page does not have. Nothing was made. Tell the makers of the site.",
  unsupportedOpen:
    "Open the page in the browser of your device, such as Safari, Chrome, Edge or Firefox. Apps often have “Open in browser” in their menu; or copy the address and paste it there.",
  pageAddress: "Address of the page",
  nameTitle: "Choose a name",
  nameIntro: (app) =>
    `${app} gives you a name that leads to your account. Everybody can see where it leads.`,
  nameLabel: "Your name",
  nameClaim: (name) => `Take ${name}`,
  nameClaimNone: "Take this name",
  nameSkip: "Go on without a name",
  nameDone: (name) => `${name} is yours.`,
  nameRecords: "The site adds, for everybody to read",
  nameStates: {
    empty: "3 to 63 letters, digits or hyphens.",
    checking: "Looking whether it is free…",
    slow: "Still looking…",
    offline: "It cannot be looked up now. Check your network; typing on tries again.",
    free: "It is free.",
    taken: "Somebody has this name.",
    similar: "It looks too much like a name that somebody has.",
    reserved: "This name is not given out.",
    short: "A name has at least 3 characters.",
    long: "A name has at most 63 characters.",
    dot: "A name has no dots.",
    characters: "These characters cannot stand together in a name.",
  },
  send: (amounts) => `Send ${amounts}`,
  give: (amount) => `You give at most ${amount}`,
  sendTo: "To",
  allow: (amount) => `Allow spending ${amount}`,
  allowAll: (symbol) => `Allow spending all ${symbol}`,
  sendUnknown: "Send an unknown token",
  allowUnknown: "Allow spending an unknown token",
  allowTo: "Spender",
  allowCollection: "Allow access to a whole collection",
  callFunction: (name) => `Call ${name}`,
  callContract: "Call a contract",
  sendItem: "Send items of a collection",
  describedByWallet: "This wallet knows the contract. The words are in English.",
  describedBy: (origin) => `Described by ${origin}`,
  describedHint: "The site's own words about its contract. Nobody has checked them.",
  describedByConvention: "What a function of this name usually does. This contract is not known.",
  thisContract: "this contract itself",
  stepsInside: (count, shown) => count === 1 ? "1 step inside" : `${shown} steps inside`,
  stepsThrough: (contract) =>
    `${contract} does this, not your account. What is moved or allowed is that contract's own.`,
  stepsUnread: (count, shown) =>
    count === 1 ? "1 more step was not looked at." : `${shown} more steps were not looked at.`,
  through: (contract, title) => `Through ${contract}: ${title}`,
  mayFail: "It can fail, and the other steps are done all the same.",
  function: "Function",
  yourAccount: "your account",
  item: (id) => `No. ${id}`,
  yes: "Yes",
  no: "No",
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
  unlisted: "unlisted",
  leavesAtMost: "Leaves at most",
  checkedByAccount: "Checked by your account",
  notBounded: "Not checked",
  fee: "Network fee",
  feeFree: "Free for you",
  paidBy: (sponsor) => `Paid by ${sponsor}`,
  paidByUser: "Whoever uses it pays.",
  feeMaximum: (amount) => `At most ${amount}`,
  feeExpected: (amount) => `about ${amount}`,
  feeBalance: (amount) => `Balance ${amount}`,
  feeTakenBy: (domain) => `Taken by ${domain}`,
  feeLoading: "Working out the fee…",
  feeChoice: (symbol) => `Pay the fee in ${symbol}, or choose`,
  feeChoose: "What to pay the fee in",
  feeObstacle: {
    balance: "Too little for this fee",
    limit: "The fee is too high to be paid this way",
    unavailable: "Not possible for this request right now",
  },
  sponsorFailed: "The sponsor did not pay",
  sponsorFailedHint: (amount) =>
    `The site wanted to pay the network fee, but its sponsor declined. You can pay it yourself: ` +
    `at most ${amount}.`,
  payMyself: (amount) => `Pay the fee myself, at most ${amount}`,
  payAndConfirm: "Pay fee and confirm",
  notEnough: (symbol) => `Not enough ${symbol} for the fee`,
  notEnoughHint: (need, have) => `Up to ${need} may be needed; the account holds ${have}.`,
  describeShortage: (symbol) => `Not enough ${symbol}`,
  missing: (amount) => `Up to ${amount} is missing.`,
  receiveAt: (network) => `Your address, for funds on ${network} only`,
  unlimited: "Unlimited",
  signTitle: "Sign a message",
  signIntro: "Signing costs nothing and moves no funds by itself. Only sign what you understand.",
  sign: "Sign",
  message: "Message",
  showBytes: "Show bytes",
  typedTitle: (type) => `Sign ${type}`,
  typedIntro: "A signature on data can allow others to act for you. Check the values.",
  permitTitle: "Allow spending",
  orderTitle: (exchange) => `Order on ${exchange}`,
  youGive: "You give at most",
  youGet: "You get at least",
  orderOpen: "The order leaves it to others",
  orders: (count, shown) => count === 1 ? "1 order" : `${shown} orders, each can be taken alone`,
  orderNumber: (number) => `Order ${number}`,
  ordersEmpty: (count, shown) =>
    count === 1
      ? "1 empty place of the tree is left out."
      : `${shown} empty places of the tree are left out.`,
  nothing: "Nothing",
  anyItem: "Any item of the collection",
  more: (count) => `and ${count} more`,
  token: "Token",
  amount: "Amount",
  smallestUnit: "in the smallest unit",
  validUntil: "Valid until",
  domain: "Issued for",
  verifyingContract: "Contract",
  items: (count, shown) => count === 1 ? "1 item" : `${shown} items`,
  empty: "empty",
  wholeValue: "Whole value",
  hiddenMark: (code) => `hidden character ${code}`,
  grantTitle: "Grant limited rights",
  grantSigned: "You sign it now; it reaches the chain when it is first used.",
  grantIntro:
    "The spender can use them without asking you again. You can take them back at any time.",
  grantAction: "Grant rights",
  revokeTitle: "Take back rights",
  revokeIntro: "The spender loses them at once and for good.",
  revokeAction: "Take back",
  revokeAllTitle: "Take back all rights",
  revokeAllIntro:
    "Every spender loses its rights at once and for good, those included that were signed and not used yet.",
  revokeAllAction: "Take back all",
  permissionId: "Permission",
  maySpend: "May spend",
  mayCall: "May call",
  onlyTransfers: "Nothing but transfers of what is listed above.",
  validFrom: "Valid from",
  upTo: (amount) => `Up to ${amount}`,
  remaining: (amount) => `${amount} left in this period`,
  everySome: (duration) => `every ${duration}`,
  periods: {
    minute: "every minute",
    hour: "every hour",
    day: "every day",
    week: "every week",
    month: "every month",
    year: "every year",
    forever: "in total",
  },
  later: "Later",
  passkey: "Passkey",
  address: "Address",
  passkeyName: "Name of the new passkey",
  passkeyNameHint: "Phone, security key …",
  passkeyHere: (name) => `${name} (this device)`,
  addPasskeyTitle: "Add another passkey",
  addPasskeyIntro:
    "It opens the same account, on another device or from a security key. You make it now and then confirm with the passkey that you have.",
  addPasskeyOffer:
    "Your passkey exists on this device only. If the device is lost, so is the account. A second passkey, on another device or a security key, keeps it yours.",
  addPasskeyAction: "Make the passkey",
  ownerAddPasskey: {
    title: "Confirm the new passkey",
    intro: "Use the passkey that you had. From then on both open the account, on every network.",
    action: "Add the passkey",
  },
  ownerAddAddress: {
    title: "Add a recovery address",
    intro: "It gets the account back for you if your passkeys are lost.",
    action: "Add the address",
  },
  ownerRemove: {
    title: "Remove from the account",
    intro: "It loses the account on every network, as soon as the removal arrives there.",
    action: "Remove",
  },
  ownerFull: "Give it the whole account instead, at once",
  ownerAddressRisk: {
    title: "Whoever has its key has your account",
    body: "Add only an address whose key you keep yourself. It needs no consent of yours later.",
  },
  ownerRemoveHere: {
    title: "This is the passkey of this device",
    body: "You will not be able to use the account here any more.",
  },
  ownerStillValid: "Not removed everywhere at once",
  ownerStillValidOn: (chains) =>
    `Nobody brings the removal to ${chains} now. It stays valid there until somebody does.`,
  ownersAhead: "Changed once more on a network",
  ownersAheadOn: (chains) =>
    `On ${chains}, a later change was made that is not known here. Confirm, and the owners shown here ` +
    "count everywhere; what was changed there has to be changed again.",
  ownersForked: "Other owners on a network",
  ownersForkedOn: (chains) =>
    `On ${chains}, an owner changed this account without the others. Confirm, and it has the same ` +
    "owners everywhere again.",
  ownersLost: "Out of your hands on a network",
  ownersLostOn: (chains) =>
    `On ${chains}, this account has other owners, and none of yours is among them. Nothing that you ` +
    "sign here changes that.",
  codeUnknown: "Unknown code on a network",
  codeUnknownOn: (chains) =>
    `On ${chains}, this account runs code that this wallet does not know. This change is not made ` +
    "there; load the newest version of this page.",
  warnings: {
    unlimited_approval: () => ({
      title: "Unlimited spending",
      body: "The spender could take all of this token, now and later.",
    }),
    approval_for_all: () => ({
      title: "Access to everything in a collection",
      body: "The operator could take every item of this collection, now and later.",
    }),
    permit: () => ({
      title: "This signature allows spending",
      body: "Whoever holds it can move your tokens without asking again.",
    }),
    order_for_nothing: () => ({
      title: "You would get nothing for it",
      body:
        "The order gives away what is listed, and nothing that is certain comes to your account.",
    }),
    value_to_token: () => ({
      title: "Pays a token's contract",
      body: "Moving or allowing tokens needs no payment. What is sent along would likely be lost.",
    }),
    hands_over: (detail) => ({
      title: "Others could act for you there",
      body: detail === ""
        ? "It hands your rights in a contract to somebody else."
        : `It hands your rights in a contract to ${detail}.`,
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
        ? "The data is one by which accounts are changed or send. No site needs this signature."
        : `The data changes or uses the account ${detail}. No site needs this signature.`,
    }),
    acts_for_you: () => ({
      title: "This names your account",
      body: "A contract can take this signature as your order, and it cannot be read here.",
    }),
    signs_hash: () => ({
      title: "A hash, not a text",
      body: "It can stand for anything, also for an order that gives everything away.",
    }),
    sign_in_elsewhere: (detail) => ({
      title: `This sign-in is for ${detail}`,
      body: "That is not the site you are on. Someone may be trying to log in there as you.",
    }),
    odd_data: () => ({
      title: "Unusual data",
      body: "A known function, but not written as usual. The worst that it can do is shown.",
    }),
    unlimited_grant: (detail) => ({
      title: "Could take all of a token",
      body: `The limit is no less than what the account holds of ${detail}.`,
    }),
    long_grant: () => ({
      title: "Lasts longer than a year",
      body: "Allow this only if you will remember it. You can end it at any time.",
    }),
    risky_grant: (detail) => ({
      title: "Lets others pass on your tokens",
      body: `A function of ${detail} moves tokens or lets others move them, without a limit here.`,
    }),
    unknown_function: () => ({
      title: "This action cannot be read",
      body: "The function is not known here. Go on only if you trust this site.",
    }),
    partly_read: () => ({
      title: "A part of this action cannot be read",
      body: "It holds further steps as bare data. Go on only if you trust this site.",
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
    simulation_differs: () => ({
      title: "Results differ",
      body: "In a second run more left the account. The worse result is shown.",
    }),
    gives_right: (detail) => ({
      title: "Lets another address take your tokens",
      body: detail === ""
        ? "Not said by the function itself."
        : `Not said by the function itself. ${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "The account cannot check a token",
      body: `More of it may leave than expected: ${detail}`,
    }),
    may_be_sent: () => ({
      title: "This may have been sent",
      body: "Confirm again to find out. Nothing is sent twice.",
    }),
    passkey_not_backed_up: () => ({
      title: "This passkey is on this device only",
      body: "If the device is lost, the account is lost. Add a second passkey soon.",
    }),
  },
  causes: {
    unknown_bundle: {
      title: "Nothing is known of it",
      body: "The wallet never sent a request with this id. Nothing was changed.",
    },
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
      body: "Try again later.",
    },
    storage_down: {
      title: "The wallet service is not ready",
      body: "Try again in a moment.",
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
      body: "Check your network and try again.",
    },
    host_unreachable: {
      title: "The wallet cannot be reached",
      body: "Nothing was signed or sent. Check your network and try again.",
    },
    chain_down: {
      title: "The network does not answer",
      body: "Try again in a moment.",
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
      body: "Wait a moment and try again.",
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
    code_unknown: {
      title: "The account runs code that this wallet does not know",
      body:
        "Nothing was signed. Load the newest version of this page. If you see this again, someone may have replaced the account's code on this network: send nothing to it there. On other networks you can go on using it.",
    },
    name_taken: {
      title: "That name is gone",
      body: "Nothing was stored. Somebody has it, or one that looks like it. Choose another name.",
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
  cancelledInApp: {
    title: "The passkey was not used",
    body: "Nothing was signed or sent. You can try again. If nothing asked for your passkey, the " +
      "app that shows this page may not allow passkeys: open the page in your browser.",
  },
  otherCause: {
    title: "Something went wrong",
    body: "Check your activity before you try again.",
  },
};
