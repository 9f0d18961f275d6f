/** What every screen is given. @module */
import type { DialogMethod } from "@sdk/core/dialog";
import type { Phase, Session } from "../dialog/session.ts";

/** A screen is a pure view of its session. */
export interface ScreenProps<M extends DialogMethod> {
  /** The request. */
  readonly session: Session<M>;
  /** Where it stands. */
  readonly phase: Phase;
}
