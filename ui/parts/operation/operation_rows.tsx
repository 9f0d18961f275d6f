/** Shows account and network of an operation, in one row. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView } from "@sdk/core/dialog";
import { AccountLine } from "../values/address.tsx";
import { shortAddress } from "../../text/short_address.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Row } from "../values/rows.tsx";

/** Rows of an operation. */
export function OperationRows(props: {
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element {
  const { text } = useDialogContext();
  const { account, chain } = props;
  const network = (
    <>
      <bdi>{chain.name}</bdi>
      {chain.testnet ? <span class="tag">{text.testNetwork}</span> : null}
    </>
  );
  return (
    <dl class="panel rows">
      {account === null
        ? <Row label={text.network} testid="sdk-network">{network}</Row>
        : (
          <Row label={text.account} decides="note">
            <span
              class={account.name === undefined ? undefined : "block"}
              data-testid="sdk-account"
            >
              <AccountLine account={account} />
            </span>
            <small class={account.name === undefined ? "on" : undefined}>
              {account.name === undefined ? null : (
                <>
                  <bdi dir="ltr" class="mono">{shortAddress(account.address)}</bdi>
                  {" · "}
                </>
              )}
              <span data-testid="sdk-network">{network}</span>
            </small>
          </Row>
        )}
    </dl>
  );
}
