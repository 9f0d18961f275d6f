/** Props that every screen takes. @module */
import type { DialogMethod } from "@sdk/core/dialog";
import type { Phase, Session } from "../dialog/session.ts";

/** Props of a screen, which is a pure view of its session. */
export interface ScreenProps<M extends DialogMethod> {
  /** Session of the request. */
  readonly session: Session<M>;
  /** Phase of the request. */
  readonly phase: Phase;
}
