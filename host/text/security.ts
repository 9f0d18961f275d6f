/** Defines the words of the security page. @module */

/** Words of owners, the recovery file, notices and privacy. */
export interface SecurityText {
  readonly done: (count: string, all: string) => string;
  readonly allDone: string;
  readonly checks: Readonly<
    Record<"passkey" | "recovery" | "file" | "notices", readonly [missing: string, done: string]>
  >;
  readonly owners: string;
  readonly passkey: string;
  readonly thisDevice: string;
  readonly synced: string;
  readonly notSynced: string;
  readonly recoveryAddress: string;
  readonly fullAddress: string;
  readonly remove: string;
  readonly addPasskey: string;
  readonly addRecovery: string;
  readonly addRecoveryLine: string;
  readonly add: string;
  readonly rename: string;
  readonly nameHere: string;
  readonly save: string;
  readonly onlyPasskey: string;
  readonly secondHome: string;
  readonly secondHomeLine: (here: string, old: string) => string;
  readonly secondHomeAdd: string;
  readonly ownersLate: (chains: string) => string;
  readonly ownersAhead: (chains: string) => string;
  readonly ownersForked: (chains: string) => string;
  readonly ownersLost: (chains: string) => string;
  readonly recovering: (name: string) => string;
  readonly recoveringSince: (ready: Date, chains: string) => string;
  readonly stopRecovery: string;
  readonly newerVersion: (chain: string) => string;
  readonly update: string;
  readonly codeUnknown: (chain: string) => string;
  readonly notCreated: (chain: string, balances: string) => string;
  readonly notCreatedRisk: string;
  readonly createThere: string;
  readonly pushOn: string;
  readonly pushOff: string;
  readonly pushDenied: string;
  readonly pushFailed: string;
  readonly pushTurnOn: string;
  readonly pushTurnOff: string;
  readonly file: string;
  readonly fileLine: string;
  readonly fileSave: string;
  readonly fileAgain: string;
  readonly fileSaved: (moment: string) => string;
  readonly fileReminder: string;
  readonly fileOld: string;
  readonly fileFailed: string;
  readonly rescue: string;
  readonly rescueLine: string;
  readonly rescueSave: string;
  readonly lostTitle: string;
  readonly lostSteps: readonly string[];
  readonly networks: string;
  readonly states: Readonly<
    Record<
      "done" | "coming" | "waiting" | "ahead" | "forked" | "lost" | "unknown" | "down",
      string
    >
  >;
  readonly privacy: string;
  readonly privacyLines: readonly string[];
  /** The commit is empty if it is not known. */
  readonly build: (commit: string) => string;
  readonly buildFiles: string;
}
