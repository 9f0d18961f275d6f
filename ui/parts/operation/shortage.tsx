/** Shows which balances are insufficient, and where to deposit. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView, OperationPreview, ShortageView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Copy } from "../controls/copy.tsx";
import { hasEnough } from "./fee.tsx";
import { Note } from "../card/note.tsx";

/** Lists the known insufficient balances; the fee alone may exceed one. */
export function findShortages({ shortages = [], fee }: OperationPreview): readonly ShortageView[] {
  if (fee?.payer !== "account" || hasEnough(fee)) return shortages;
  if (shortages.some(({ token }) => token.address === fee.token.address)) return shortages;
  return [...shortages, { token: fee.token, needed: fee.maximum, balance: fee.balance }];
}

/** Note for each insufficient balance. */
export function NotEnough({ preview }: { preview: OperationPreview }): JSX.Element {
  const { text, tag } = useDialogContext();
  const { shortages = [] } = preview;
  return (
    <>
      {findShortages(preview).map((lacking) => {
        const { token, needed, balance } = lacking;
        const amount = (value: bigint, most: boolean) =>
          withSymbol((most ? amountAtMost : exactAmount)(value, token.decimals, tag), token, tag);
        return (
          <Note
            key={token.address ?? "native"}
            level="danger"
            testid="sdk-not-enough"
            words={{
              title: (shortages.includes(lacking) ? text.describeShortage : text.notEnough)(
                token.symbol,
              ),
              body: `${text.notEnoughHint(amount(needed, true), amount(balance, false))} ${
                text.missing(amount(needed - balance, true))
              }`,
            }}
          />
        );
      })}
    </>
  );
}

/** Deposit address; renders nothing if all balances suffice. */
export function Receive(props: {
  preview: OperationPreview;
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element | null {
  const { text } = useDialogContext();
  const { preview, account, chain } = props;
  if (account === null || findShortages(preview).length === 0) return null;
  return (
    <div data-testid="sdk-receive">
      <Copy label={text.receiveAt(chain.name)} value={account.address} />
    </div>
  );
}
