/** Types of screens and of their props. @module */
import type { FunctionComponent } from "preact";
import type {
  ChoiceOf,
  DialogMethod,
  DialogRequest,
  PreviewOf,
  Readable,
  RequestStatus,
} from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import type { Success } from "../parts/hooks/context.ts";
import type { Text } from "../text/en.ts";

/** Choice of a screen that offers none. */
type NoChoice = Readonly<Record<string, never>>;

/** Props of a screen. A screen is a pure view of its request. */
export interface ScreenProps<Preview, Choice = NoChoice> {
  /** The request. */
  readonly request: Omit<DialogRequest, "approve" | "method" | "preview"> & {
    readonly preview: Readable<Preview>;
  };
  /** Current status of the request. */
  readonly phase: RequestStatus;
  /** Approves the request; call it within the click. */
  readonly onApprove: (choice: Choice) => void;
  /** Rejects the request. */
  readonly onReject: () => void;
}

/** A screen for a method. */
export interface Screen<M extends DialogMethod>
  extends FunctionComponent<ScreenProps<PreviewOf[M], ChoiceOf[M]>> {
  /** Style rules that its content needs in addition. */
  readonly css?: string;
  /** Describes the result before the dialog closes; absent if the user closes the dialog. */
  readonly success?: (
    words: Text["screens"]["success"],
    preview: PreviewOf[M],
    locale: Locale,
    /** Choice of the approval; absent if the dialog was opened again to show the result. */
    choice?: ChoiceOf[M],
  ) => Success;
  /** True if the result is shown even if the flow has more steps. */
  readonly pauses?: true;
}
