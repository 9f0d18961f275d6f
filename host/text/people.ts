/** Defines the words of contacts, of token approvals, and of a lost device. @module */

/** The words. */
export interface PeopleText {
  readonly contacts: string;
  readonly noContacts: string;
  readonly noContactsLine: string;
  readonly addContact: string;
  readonly removeContact: string;

  readonly approvals: string;
  readonly approvalsLine: string;
  readonly mayTake: (spender: string, amount: string) => string;
  readonly mayTakeAll: (spender: string, symbol: string) => string;
  readonly endApproval: string;
  readonly endApprovals: string;

  readonly lostDevice: string;
  readonly lostDeviceLine: string;
  readonly lostDeviceNone: string;
  readonly whichDevice: string;
  readonly removeEverywhere: (name: string) => string;
  readonly removedDevice: string;
  readonly worksStill: (chains: string) => string;
  readonly worksNowhere: string;
  readonly endAccess: string;
  readonly endAccessLine: string;
  readonly endedAccess: string;
  readonly disconnectAll: string;
  readonly replaceDevice: string;
  readonly replaceDeviceLine: string;
}
