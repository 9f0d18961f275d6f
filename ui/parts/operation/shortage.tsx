/** Shows which balances are insufficient, and where to deposit. @module */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountView, ChainView, OperationPreview, ShortageView } from "@sdk/core/dialog";
import { amountAtMost, exactAmount, roundUp, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { CopyField } from "../controls/copy.tsx";
import type { Copying } from "../hooks/use_copy.ts";
import { hasEnough } from "./fee.tsx";
import { Note } from "../card/note.tsx";
import { DownIcon } from "../icons/icons.tsx";

/**
 * Lists the known insufficient balances, or the fee's if it alone exceeds one. Calls that lack
 * tokens fail, so that no sponsor has offered to pay their fee yet.
 */
export function findShortages({ shortages = [], fee }: OperationPreview): readonly ShortageView[] {
  if (shortages.length > 0 || fee?.payer !== "account" || hasEnough(fee)) return shortages;
  return [{ token: fee.token, needed: fee.maximum, balance: fee.balance }];
}

/** Rounds an amount to deposit up to two decimals, or to two significant digits below one. */
function roundMissing(amount: bigint, decimals: number): bigint {
  const whole = amount / 10n ** BigInt(decimals);
  return roundUp(amount, whole === 0n ? 2 : String(whole).length + 2);
}

/** Note for each insufficient balance; the last one offers the deposit address. */
export function NotEnough(
  { preview, account, chain, copying }: {
    preview: OperationPreview;
    account: AccountView | null;
    chain: ChainView;
    copying: Copying;
  },
): JSX.Element {
  const { text, tag } = useDialogContext();
  const { shortages = [] } = preview;
  return (
    <>
      {findShortages(preview).map((lacking, index, { length }) => {
        const { token, needed, balance } = lacking;
        const missing = roundMissing(needed - balance, token.decimals);
        const amount = (value: bigint, most: boolean) =>
          withSymbol((most ? amountAtMost : exactAmount)(value, token.decimals, tag), token, tag);
        return (
          <Note
            key={token.address ?? "native"}
            level="info"
            testid="sdk-not-enough"
            words={{
              title: text.missing(
                withSymbol(exactAmount(missing, token.decimals, tag), token, tag),
              ),
              body: shortages.includes(lacking)
                ? text.notEnoughHint(amount(needed, true), amount(balance, false))
                : `${text.notEnough(token.symbol)}. ${text.feeBalance(amount(balance, false))}.`,
            }}
          >
            {index === length - 1 && account !== null
              ? <Receive account={account} chain={chain} copying={copying} />
              : undefined}
          </Note>
        );
      })}
    </>
  );
}

/**
 * Deposit address with its QR code, folded: the button at the bottom copies the address. If the
 * browser does not allow copying, the address unfolds and is selected.
 */
function Receive(
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
    <details class="receive" data-testid="sdk-receive">
      <summary>
        <span class="call-words">{label}</span>
        <DownIcon class="chevron" />
      </summary>
      <div class="receive-at">
        <span class="qr-room">
          {code === null
            ? null
            : <code.QrCode value={account.address} label={label} testid="sdk-qr" />}
        </span>
        <div class="field">
          <CopyField label={text.address} value={account.address} field={copying.field} />
        </div>
      </div>
    </details>
  );
}
