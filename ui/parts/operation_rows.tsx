/** Fee, account and network of an operation on chain. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView, OperationPreview } from "@sdk/core/approval";
import { AccountLine } from "./address.tsx";
import { useSurroundings } from "./context.ts";
import { Fee } from "./fee.tsx";
import { FeeChoice } from "./fee_choice.tsx";
import { Row } from "./rows.tsx";
import { lackingOf, Receive } from "./shortage.tsx";

/** The rows. */
export function OperationRows(props: {
  preview: OperationPreview;
  busy: boolean;
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element {
  const { text } = useSurroundings();
  const { account, chain, preview, busy } = props;
  const { fee, status } = preview;
  return (
    <>
      <Receive preview={preview} account={account} chain={chain} />
      <FeeChoice
        fee={fee}
        loading={status === "loading"}
        busy={busy}
        short={lackingOf(preview).some(({ token }) =>
          fee?.payer === "account" && token.address === fee.token.address
        )}
        choose={preview.chooseFee}
      />
      <dl class="panel rows">
        <Fee fee={fee} loading={status !== "error"} />
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
    </>
  );
}
