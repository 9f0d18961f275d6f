/** The invitation. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { useConnect } from "@sdk/connector";
import { useConnectors } from "wagmi";
import { Problem } from "../parts/problem.tsx";
import { type Place, places } from "../parts/place.ts";

const facts = [
  { title: "No password", text: "Your fingerprint, your face or your PIN is the key." },
  { title: "No gas", text: "This site pays the network fee, and the dialog says so." },
  { title: "One step", text: "Several actions are one signature, and all or none happen." },
] as const;

/** The screen. */
export function Welcome(
  { place, reconnecting }: { readonly place: Place; readonly reconnecting: boolean },
): JSX.Element {
  const [connector] = useConnectors();
  const connect = useConnect();
  const busy = connect.isPending || reconnecting;
  return (
    <main className="hero">
      <p className="eyebrow">Smart accounts with passkeys</p>
      <h1>An account in one touch.</h1>
      <p className="lead">
        Make a passkey and you have an account on this chain: it signs, it sends, and it never asks
        you for words to write down.
      </p>
      <div className="row">
        <button
          type="button"
          className="primary large"
          data-testid="connect"
          disabled={connector === undefined}
          aria-busy={busy}
          onClick={() => connector !== undefined && !busy && connect.mutate({ connector })}
        >
          {reconnecting ? "Welcome back…" : connect.isPending ? "Waiting for you…" : "Connect"}
        </button>
        <span className="hint">
          {places[place].hint}
        </span>
      </div>
      <Problem error={connect.error} />
      <ul className="facts">
        {facts.map((fact) => (
          <li key={fact.title}>
            <b>{fact.title}</b>
            <span>{fact.text}</span>
          </li>
        ))}
      </ul>
    </main>
  );
}
