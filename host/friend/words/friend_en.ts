/** Words of the pages about recovery with a friend, in English. @module */

/** The words. Names are quoted, because the author of a link chose them. */
export const words = {
  ask: "Ask a friend",
  askLine: "If you lose your passkey, a friend can let you back in. They can’t use your account.",
  askNext: "They agree, and send you a link back. Open it on this device.",
  yourName: "Your name, for your friend (optional)",
  sendLink: "Send this link to your friend",
  linkCode: "QR code of the link",
  useAddress: "Use an address instead",
  aFriend: "a friend",
  quote: (name: string): string => `“${name}”`,
  unreadable: "This link is damaged. Ask for a new one.",
  own: "This is your own account. Send the link to a friend.",
  account: "Account",
  needAccount: "To help, you need a passkey in this wallet.",
  needSignIn: "Sign in to this account first:",
  needHelper: "Sign in with the passkey with which you agreed to help.",

  agreeTitle: "Help a friend",
  asksYou: (name: string): string => `${name} asks you to help if the passkey is lost.`,
  agreeLine:
    "You can’t use the account. You can only start a recovery. It waits for days, and the owner can stop it.",
  help: (name: string): string => `Help ${name}`,
  agreed: (name: string): string => `Send this link back to ${name}`,
  agreedLine: "You aren’t added until it is opened.",
  readCode: (name: string): string =>
    `${name} asks you for this code. Read it out by phone or in person.`,
  hearCode: (name: string): string =>
    `Call ${name} on a number you know. The code that you hear must be this one:`,
  code: "Code",

  incapable:
    "This passkey can’t help. Use another one, for example from iCloud Keychain or Google Password Manager.",
  otherPasskey: "Use another passkey",
  addPasskey: "Add a passkey",
  failed: "That didn’t work. Nothing was changed.",
  refused: "This can’t be started. The owner may have stopped it.",

  addTitle: "Add a friend",
  addAsk: (name: string): string => `Let ${name} help you?`,
  addLine:
    "They can let you back in after a waiting time, which you can stop. They can’t use your account.",
  friendsName: "Name",
  compare: (name: string): string =>
    `Ask ${name} for the code. If it is another one, someone changed the link.`,
  add: (name: string): string => `Add ${name}`,
  isAdded: (name: string): string => `${name} can help you now.`,

  regainTitle: "A friend can help",
  whichAccount: "Name or address of your account, or the link that you sent your friend",
  find: "Find account",
  notFound: "This wallet doesn’t know that account.",
  noFriend: "No friend was added to this account.",
  unused: "This account was never used, so no friend can recover it.",
  makeLine: "Make a new passkey on this device. Your friend then lets it in.",
  make: "Make a new passkey",
  stillHere: "This device still has a passkey for this account. Sign in with it.",
  signIn: "Sign in",
  callFriend: "Call your friend, and read out this code:",
  waitsForFriend: "Waiting for your friend.",
  opens: (moment: string): string => `Your account opens on ${moment}`,
  opensLine: "You can close this page. Come back on this device.",
  opensOn: (network: string, moment: string): string => `${network}: ${moment}`,
  opening: "Your account opens in a moment.",
  stopped: "It was stopped from another device",
  stoppedLine:
    "If you did that, the other device still opens your account. If not, talk to your friend and start again.",
  startOver: "Start again",

  confirmTitle: (name: string): string => `Let ${name} back in?`,
  confirmLine: (name: string): string => `${name} made a new passkey and asks you to let it in.`,
  warning: (name: string): string =>
    `Only if you spoke to ${name}. Someone may be trying to take the account.`,
  happens: (days: string): string =>
    `The new passkey takes over after ${days}, and the old ones stop working. Until then, an old one can stop it.`,
  happensSlow: "On networks where the account was never used, it takes 30 days.",
  sameCode: (name: string): string => `I spoke to ${name}, and the code is the same.`,
  letIn: (name: string): string => `Let ${name} in`,
  stranger: "Your passkey can’t help this account.",
  isIn: "This passkey already opens the account.",
  getsIn: (name: string, day: string): string => `${name} gets in on ${day}`,
  getsInLine: "Until then, an old passkey can stop it.",
  starting: "The wallet service starts it now.",
  otherName: (known: string): string =>
    `You agreed to help ${known} with this account. The link has another name. Someone may be trying to take the account.`,
  useName: (name: string): string => `Use the name ${name}`,
  noRecord:
    "This device has no record of whose account this is. Ask your friend for the address, and compare it.",
  alreadyWaits: "A recovery of this account is already waiting.",
};

/** Words of the pages in one language. */
export type FriendWords = typeof words;
