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
  /** The network; `null` if the content is bound to none, or to another one. */
  chain: ChainView | null;
  /** True if the account has to be viewed in any case. */
  decides?: boolean;
}): JSX.Element | null {
  const { text } = useDialogContext();
  const { account, chain } = props;
  if (account === null && chain === null) return null;
  const network = chain === null ? null : (
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
          <Row label={text.account} decides={props.decides === true ? true : "note"}>
            <span
              class={account.name === undefined ? undefined : "block"}
              data-testid="sdk-account"
            >
              <AccountLine account={account} />
            </span>
            {network === null && account.name === undefined
              ? null
              : (
                <small class={account.name === undefined ? "on" : undefined}>
                  {account.name === undefined
                    ? null
                    : <bdi dir="ltr" class="mono">{shortAddress(account.address)}</bdi>}
                  {network === null || account.name === undefined ? null : " · "}
                  {network === null ? null : <span data-testid="sdk-network">{network}</span>}
                </small>
              )}
          </Row>
        )}
    </dl>
  );
}
