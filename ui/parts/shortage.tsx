/** What the account lacks for an operation, and where to send it. @module */
import type { JSX } from "preact";
import type { AccountView, ChainView, OperationPreview, ShortageView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { Copy } from "./copy.tsx";
import { hasEnough } from "./fee.tsx";
import { Note } from "./note.tsx";

/** What is lacking, of what is known; the fee alone can be too much. */
export function lackingOf({ shortages = [], fee }: OperationPreview): readonly ShortageView[] {
  if (fee?.payer !== "account" || hasEnough(fee)) return shortages;
  if (shortages.some(({ token }) => token.address === fee.token.address)) return shortages;
  return [...shortages, { token: fee.token, needed: fee.maximum, balance: fee.balance }];
}

/** A note for each token that is lacking. */
export function NotEnough({ preview }: { preview: OperationPreview }): JSX.Element {
  const { text, tag } = useSurroundings();
  const { shortages = [] } = preview;
  return (
    <>
      {lackingOf(preview).map((lacking) => {
        const { token, needed, balance } = lacking;
        const amount = (value: bigint, most: boolean) =>
          withSymbol((most ? amountAtMost : exactAmount)(value, token.decimals, tag), token, tag);
        return (
          <Note
            key={token.address ?? "native"}
            level="danger"
            testid="sdk-not-enough"
            words={{
              title: (shortages.includes(lacking) ? text.notEnoughOf : text.notEnough)(
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

/** Where to send what is lacking; nothing where nothing is. */
export function Receive(props: {
  preview: OperationPreview;
  account: AccountView | null;
  chain: ChainView;
}): JSX.Element | null {
  const { text } = useSurroundings();
  const { preview, account, chain } = props;
  if (account === null || lackingOf(preview).length === 0) return null;
  return (
    <div data-testid="sdk-receive">
      <Copy label={text.receiveAt(chain.name)} value={account.address} />
    </div>
  );
}
