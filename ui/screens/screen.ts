/** Props that every screen takes. @module */
import type { ChoiceOf, DialogMethod, DialogRequest, RequestStatus } from "@sdk/core/dialog";

/** Props of a screen, which is a pure view of its request. */
export interface ScreenProps<M extends DialogMethod> {
  /** The request. */
  readonly request: DialogRequest<M>;
  /** Current status of the request. */
  readonly phase: RequestStatus;
  /** Approves the request; call it within the click. */
  readonly onApprove: (choice: ChoiceOf[M]) => void;
  /** Rejects the request. */
  readonly onReject: () => void;
}
