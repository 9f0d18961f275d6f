/** Account and network of an operation on chain. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView } from "@sdk/core/dialog";
import { AccountLine } from "./address.tsx";
import { useSurroundings } from "./context.ts";
import { Row } from "./rows.tsx";

/** The rows. */
export function OperationRows(props: {
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element {
  const { text } = useSurroundings();
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
