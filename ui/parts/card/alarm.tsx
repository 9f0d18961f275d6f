/** Sheet of a pending recovery, before the request of the dialog. @module */
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { AccountView, AlarmView, AppView } from "@sdk/core/dialog";
import { fromNow } from "../../text/from_now.ts";
import { moment } from "../../text/numbers.ts";
import { Confirm } from "../controls/confirm.tsx";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { AlertIcon } from "../icons/icons.tsx";
import { Bottom } from "./bottom.tsx";
import { Frame } from "./frame.tsx";

/** Props of {@linkcode Alarm}. */
export interface AlarmProps {
  readonly app: AppView;
  /** Account of the request; the alarm names its own account if there is none. */
  readonly account: AccountView | null;
  readonly view: AlarmView;
  /** Called with the headline. */
  readonly onName: (name: string) => void;
  /** Shows the request that stops the recovery. */
  readonly onStop: () => void;
  /** Continues with the request of the dialog: the user started the recovery. */
  readonly onTrust: () => void;
  /** Rejects the request of the dialog. */
  readonly onReject: () => void;
}

/** The alarm as a headline, with its one action. */
export function Alarm(props: AlarmProps): JSX.Element {
  const { tag } = useDialogContext();
  const words = useWords("recovery");
  const { account, recovery } = props.view;
  const { readyAt } = recovery;
  const { title, body } = words.alarm(
    `${fromNow(readyAt, tag)} (${moment(BigInt(readyAt), tag) ?? "?"})`,
    props.account === null ? account.name ?? account.address : undefined,
  );
  useLayoutEffect(() => props.onName(title), [title]);
  const shared = { ready: true, busy: false, revision: "alarm" } as const;
  return (
    <Frame
      app={props.app}
      busy={false}
      onClose={props.onReject}
      bottom={
        <Bottom lined={false}>
          <Confirm
            {...shared}
            danger
            protects
            testid="sdk-stop-recovery"
            onConfirm={props.onStop}
          >
            {words.stop.action}
          </Confirm>
          {/* A press that was meant for the covered request must not dismiss the alarm. */}
          <Confirm
            {...shared}
            look="secondary"
            testid="sdk-trust-recovery"
            onConfirm={props.onTrust}
          >
            {words.mine}
          </Confirm>
        </Bottom>
      }
    >
      <div class="hero" role="alert" data-testid="sdk-recovering">
        <div class="hero-icon danger">
          <AlertIcon />
        </div>
        <div class="title">
          <h1 tabIndex={-1} data-title data-initial>{title}</h1>
          <p class="muted">{body}</p>
        </div>
      </div>
    </Frame>
  );
}
