/** Folded switches that visitors do not need. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import type { Address } from "viem";
import { useWords } from "../text/language.ts";
import { paysOwnFee } from "./own_fee.ts";
import { type Place, places } from "./place.ts";
import { SignCard } from "./sign_card.tsx";

/** Props of the fold. */
export interface DevelopersProps {
  /** Place where the wallet opens. */
  readonly place: Place;
  /** Called with another choice. */
  readonly onPlace: (place: Place) => void;
  /** True if it is unfolded. */
  readonly open: boolean;
  /** Called when it is folded or unfolded. */
  readonly onOpen: (open: boolean) => void;
  /** The account, once there is one. */
  readonly address: Address | undefined;
}

/** The fold. */
export function Developers(props: DevelopersProps): JSX.Element {
  const { place, onPlace, open, onOpen, address } = props;
  const words = useWords();
  const own = paysOwnFee();
  return (
    <details
      className="developers"
      open={open}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary data-testid="developers">{words.developers}</summary>
      <div className="developers-body">
        <div className="setting">
          <span className="label" id="where">{words.where}</span>
          <div className="switch" role="group" aria-labelledby="where">
            {(Object.keys(places) as Place[]).map((choice) => (
              <button
                key={choice}
                type="button"
                data-testid={places[choice].testid}
                aria-pressed={choice === place}
                onClick={() => onPlace(choice)}
              >
                {words[places[choice].label]}
              </button>
            ))}
          </div>
          <span className="muted small">{words[places[place].hint]}</span>
        </div>
        <div className="setting">
          <span className="label" id="fees">{words.fees}</span>
          <div className="switch" role="group" aria-labelledby="fees">
            <a href="?" data-testid="site-pays" aria-current={own ? undefined : "true"}>
              {words.sitePays}
            </a>
            <a href="?fee=own" data-testid="i-pay" aria-current={own ? "true" : undefined}>
              {words.youPay}
            </a>
          </div>
        </div>
        {address === undefined ? null : <SignCard address={address} />}
        <a href="#theme" className="link">{words.playground}</a>
      </div>
    </details>
  );
}
