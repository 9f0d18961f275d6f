/** Words of the alarm, and of the screen that stops a recovery. @module */
import type { CauseText, OwnerText } from "../text.ts";

/** The words. */
export interface RecoveryWords {
  /** The alarm; `name` is given where the dialog is of no account yet. */
  readonly alarm: (when: string, name: string | undefined) => CauseText;
  /** An address that is added; `wait` is a span of time. */
  readonly adds: (wait: string) => CauseText;
  /** Label of the span of time. */
  readonly waits: string;
  /** It is shorter than before. */
  readonly shorter: (before: string) => string;
  readonly stop: OwnerText;
  /** Label of the address that started it. */
  readonly startedBy: string;
  /** Label of the time at which it takes effect. */
  readonly takesEffect: string;
  readonly networks: string;
  /** Also removes the address. */
  readonly remove: string;
  /** The address stays. */
  readonly stays: CauseText;
  /** It stays, but can start no other: different recoveries of it wait. */
  readonly blocked: CauseText;
  /** It is removed. */
  readonly removed: CauseText;
  /** The service cannot stop it on these networks. */
  readonly late: (chains: string) => CauseText;
}
