/** Card of a screen that submits an operation. @module */
import type { ComponentChildren, JSX } from "preact";
import type { DialogRequest } from "@sdk/core/dialog";
import { Frame } from "../card/frame.tsx";
import { OperationFooter, type OperationFooterProps } from "./operation_footer.tsx";

/** Props of {@linkcode OperationFrame}. */
export interface OperationFrameProps
  extends Omit<OperationFooterProps, "account" | "chain" | "children"> {
  /** The request. */
  readonly request: Pick<DialogRequest, "account" | "app" | "chain">;
  /** Label of the confirm button. */
  readonly action: string;
  /** Content of the card. */
  readonly children: ComponentChildren;
}

/** Card with content, and fee and buttons at the bottom. */
export function OperationFrame(
  { request, action, children, ...footer }: OperationFrameProps,
): JSX.Element {
  return (
    <Frame
      app={request.app}
      busy={footer.phase.name !== "review"}
      onClose={footer.onReject}
      bottom={
        <OperationFooter {...footer} account={request.account} chain={request.chain}>
          {action}
        </OperationFooter>
      }
    >
      {children}
    </Frame>
  );
}
