/** Defines the words of the activity, of the apps, and of collectibles. @module */

/** Words of the activity. */
export interface ActivityText {
  readonly activity: string;
  readonly noActivity: string;
  readonly noActivityLine: string;
  readonly statuses: Readonly<Record<100 | 200 | 500, string>>;
  readonly sent: (amount: string) => string;
  readonly sentItem: string;
  readonly received: (amount: string) => string;
  readonly receivedItem: string;
  readonly receivedUnknown: string;
  readonly sentUnknown: string;
  readonly taken: (amount: string) => string;
  readonly callsItself: (symbol: string) => string;
  readonly unknownLine: string;
  readonly unknownMany: (count: string) => string;
  readonly fromWhom: (from: string) => string;
  readonly toWhom: (to: string) => string;
  readonly allowed: (spender: string, amount: string) => string;
  readonly allowedAll: (spender: string, symbol: string) => string;
  readonly allowedCollection: (spender: string) => string;
  readonly ended: (spender: string) => string;
  readonly granted: (spender: string, limits: string) => string;
  readonly grantedAny: (spender: string) => string;
  readonly perPeriod: (amount: string, period: string) => string;
  readonly perOne: Readonly<
    Record<"minute" | "hour" | "day" | "week" | "month" | "year", (amount: string) => string>
  >;
  readonly inAll: (amount: string) => string;
  readonly revoked: string;
  /** Whose access ended, and the allowance that it had, if any. */
  readonly stopped: (spender: string, limit?: string) => string;
  readonly revokedAll: string;
  readonly usedGrant: string;
  readonly updated: string;
  readonly used: (contract: string) => string;
  readonly usedWith: (contract: string, amount: string) => string;
  readonly several: (first: string, more: string) => string;
  readonly unread: string;
  readonly detail: string;
  readonly state: string;
  readonly when: string;
  readonly network: string;
  readonly recipient: string;
  readonly sender: string;
  readonly contract: string;
  readonly spenderLabel: string;
  readonly transaction: string;
  readonly explorer: string;
  readonly exportCsv: string;
  readonly filter: string;
  readonly anyKind: string;
  readonly kinds: Readonly<Record<"sent" | "received" | "access" | "other" | "unknown", string>>;
}

/** Words of sites and permissions. */
export interface AppsText {
  readonly apps: string;
  readonly appsLine: string;
  readonly noApps: string;
  readonly noAppsLine: string;
  readonly noPermissions: string;
  readonly networksDown: (networks: string) => string;
  readonly permissions: string;
  readonly maySpend: (spender: string, limits: string) => string;
  readonly mayCall: (spender: string) => string;
  readonly left: (left: string, all: string) => string;
  readonly until: (moment: string) => string;
  readonly unused: string;
  readonly revoke: string;
  /** An agent, by the name that an app or a link gave it. */
  readonly agent: (name: string) => string;
  /** Purpose of an agent, in the words of its source. */
  readonly agentSays: (source: string, words: string) => string;
  readonly agentLink: string;
  readonly agentHosts: (hosts: string) => string;
  readonly stopAgent: string;
  readonly payments: string;
  readonly noPayments: string;
  readonly paidTo: (amount: string, name: string) => string;
  /** The agent took the amount to its own address, from which it pays. */
  readonly paidItself: (amount: string) => string;
  readonly morePayments: string;
  /** Sender of a request that came by a link. */
  readonly byLink: string;
  /** A link whose request is damaged, or that this version does not know. */
  readonly budgetUnreadable: string;
  readonly budgetGiven: (name: string) => string;
  readonly budgetGivenLine: string;
  readonly saveBudget: string;
  readonly revokeAll: string;
  readonly sites: string;
  readonly noSites: string;
  readonly sitesLine: string;
  readonly lastUsed: (moment: string) => string;
  readonly disconnect: string;
}

/** Words of collectibles. */
export interface ItemsText {
  readonly items: string;
  readonly noItems: string;
  readonly noItemsLine: string;
  readonly itemsOthers: string;
  readonly itemsOthersLine: string;
  readonly itemsMore: string;
  readonly unnamedCollection: string;
  readonly hiddenName: string;
  readonly item: (id: string) => string;
  readonly pieces: (count: string) => string;
  readonly havePieces: (count: string) => string;
  readonly sendItem: string;
  readonly number: string;
  readonly notPieces: (count: string) => string;
  readonly itemGone: string;
}
