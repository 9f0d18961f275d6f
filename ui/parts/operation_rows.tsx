/** Shows account and network of an operation. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView } from "@sdk/core/dialog";
import { AccountLine } from "./address.tsx";
import { useDialogContext } from "./context.ts";
import { Row } from "./rows.tsx";

/** Rows of an operation. */
export function OperationRows(props: {
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element {
  const { text } = useDialogContext();
  const { account, chain } = props;
  return (
    <dl class="panel rows">
      {account === null ? null : (
        <Row label={text.account} testid="sdk-account">
          <AccountLine account={account} />
        </Row>
      )}
      <Row label={text.network} testid="sdk-network">
        <bdi>{chain.name}</bdi>
        {chain.testnet ? <span class="tag">{text.testNetwork}</span> : null}
      </Row>
    </dl>
  );
}
