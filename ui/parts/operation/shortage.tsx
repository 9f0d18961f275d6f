/** Shows which balances are insufficient, and where to deposit. @module */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountView, ChainView, OperationPreview, ShortageView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { CopyField } from "../controls/copy.tsx";
import type { Copying } from "../hooks/use_copy.ts";
import { hasEnough } from "./fee.tsx";
import { Note } from "../card/note.tsx";

/**
 * Lists the known insufficient balances, or the fee's if it alone exceeds one. Calls that lack
 * tokens fail, so that no sponsor has offered to pay their fee yet.
 */
export function findShortages({ shortages = [], fee }: OperationPreview): readonly ShortageView[] {
  if (shortages.length > 0 || fee?.payer !== "account" || hasEnough(fee)) return shortages;
  return [{ token: fee.token, needed: fee.maximum, balance: fee.balance }];
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
            level="info"
            testid="sdk-not-enough"
            words={{
              title: text.missing(amount(needed - balance, true)),
              body: `${shortages.includes(lacking) ? "" : `${text.notEnough(token.symbol)}. `}${
                text.notEnoughHint(amount(needed, true), amount(balance, false))
              }`,
            }}
          />
        );
      })}
    </>
  );
}

/** Deposit address, with its QR code; the button at the bottom copies it. */
export function Receive(
  { account, chain, copying }: { account: AccountView; chain: ChainView; copying: Copying },
): JSX.Element {
  const { text } = useDialogContext();
  const [code, setCode] = useState<typeof import("../values/qr.tsx") | null>(null);
  useEffect(() => {
    let isCurrent = true;
    import("../values/qr.tsx").then((loaded) => isCurrent && setCode(loaded), () => {});
    return () => {
      isCurrent = false;
    };
  }, []);
  const label = text.receiveAt(chain.name);
  return (
    <div class="receive" data-testid="sdk-receive">
      <span class="qr-room">
        {code === null
          ? null
          : <code.QrCode value={account.address} label={label} testid="sdk-qr" />}
      </span>
      <div class="field">
        <CopyField label={label} value={account.address} field={copying.field} />
      </div>
    </div>
  );
}
