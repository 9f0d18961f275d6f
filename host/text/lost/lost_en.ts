/** Words of the home page about a lost passkey or device, in English. @module */

/** The words. */
export const lost = {
  lostTitle: "Lost your passkey?",
  lostWays: {
    device: [
      "It’s on another device",
      "You need your other phone or computer, or your password manager.",
    ],
    friend: ["A friend can help", "You need a friend whom you added before."],
    rescue: [
      "I have a recovery file",
      "You need the file, and the wallet of your recovery address.",
    ],
  } satisfies Readonly<Record<string, readonly [title: string, need: string]>>,
  lostSteps: {
    device: [
      "If a password manager has the passkey, sign in to it on this device.",
      "Sign in here. If this device asks, choose the device that has the passkey.",
    ],
    rescue: [
      "Open the rescue page in a browser that has the wallet of your recovery address.",
      "Choose your recovery file there. The file alone opens nothing.",
      "Start the recovery. After a waiting time, it gives your account a new passkey or address.",
    ],
  },
  lostNone: "Without any of these, no one can open the account, not even us.",
  lostDevice: "I lost a device",
  lostSignIn: "Sign in on your new phone",
  /** `provider` is the password manager, if it is known. */
  lostSynced: (provider = "your password manager"): string =>
    `Your passkey is synced. Sign in to ${provider} on your new device: your passkey is already there.`,
  lostCopy:
    "The lost device may still have a copy. Sign it out of your password manager. To end the copy, add another passkey, then remove this one from the other device.",
  lostOnly:
    "Your only passkey isn’t synced. Add another one, then you can remove this one from the other device.",
  otherWays: "Other ways into your account",
  whichDevice: "Remove its passkey",
  removeLost: "Other passkeys control this account on every network, so nothing can be removed.",
  removeEverywhere: (name: string): string => `Remove ${name} everywhere`,
  removedDevice: "It no longer opens your account.",
  removedPartly: "Not removed everywhere yet.",
  worksStill: (chains: string): string =>
    `It still works on ${chains} until the change arrives there. Don’t send anything there until then.`,
  worksAbsent: (chains: string): string =>
    `Your account isn’t on ${chains} yet. Create it there before you send anything to it: the removed passkey could take it.`,
  endAccess: "End what apps may do",
  endAccessLine: "Someone with the device may have allowed more than you know.",
  endedAccess: "No app may spend for you, and no site is connected.",
  disconnectAll: "Disconnect all sites",
  replaceDevice: "Add a passkey",
  replaceDeviceLine: "On another device or a security key, for the next time one is lost.",
};

/** The words in one language. */
export type LostText = typeof lost;
