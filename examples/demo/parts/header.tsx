/** Name, mode and the way out. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { useDisconnect } from "@sdk/connector";
import { useConnection } from "wagmi";
import { type Place, places } from "./place.ts";

/** The header. */
export function Header(
  { place, onPlace }: { readonly place: Place; readonly onPlace: (place: Place) => void },
): JSX.Element {
  const { address } = useConnection();
  const disconnect = useDisconnect();
  return (
    <header className="header">
      <span className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 28V14" />
          <path d="M16 18c0-6 3.500-10 10-11 .5 7-3.500 11-10 11z" />
          <path d="M16 22c0-5-3-8.500-9-9-.500 6 3 9.500 9 9z" />
        </svg>
        Meadow
      </span>
      <div className="switch" role="group" aria-label="Where the wallet runs">
        {(Object.keys(places) as Place[]).map((choice) => (
          <button
            key={choice}
            type="button"
            data-testid={places[choice].testid}
            aria-pressed={choice === place}
            onClick={() => onPlace(choice)}
          >
            {places[choice].label}
          </button>
        ))}
      </div>
      {address === undefined ? <span className="spacer" /> : (
        <button
          type="button"
          className="quiet"
          data-testid="disconnect"
          disabled={disconnect.isPending}
          onClick={() => disconnect.mutate()}
        >
          Disconnect
        </button>
      )}
    </header>
  );
}
