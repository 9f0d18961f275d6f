/** A message, its signature, and whether others accept it. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { Address, Hex } from "viem";
import { useConfig, useSignMessage } from "wagmi";
import { verifyMessage } from "wagmi/actions";
import { Problem } from "../parts/problem.tsx";

/** The card. */
export function SignCard({ address }: { readonly address: Address }): JSX.Element {
  const config = useConfig();
  const [message, setMessage] = useState("Hello from the meadow.");
  const sign = useSignMessage();
  // Asks the chain, as any other site would: it needs nothing of this wallet.
  const verify = useMutation({
    mutationFn: (signed: { readonly message: string; readonly signature: Hex }) =>
      verifyMessage(config, { address, ...signed }),
  });
  const onSign = () => {
    verify.reset();
    sign.mutate({ message }, {
      onSuccess: (signature) => verify.mutate({ message, signature }),
    });
  };
  return (
    <section className="card">
      <h2>A word you can prove</h2>
      <p className="muted">
        Sign a text, then let the chain check it, even before the account exists there.
      </p>
      <label className="field">
        <span>Message</span>
        <textarea
          rows={3}
          value={message}
          data-testid="message"
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        className="primary"
        data-testid="sign"
        aria-busy={sign.isPending}
        disabled={sign.isPending || message === ""}
        onClick={onSign}
      >
        {sign.isPending ? "Waiting for you…" : "Sign"}
      </button>
      <Problem error={sign.error ?? verify.error} />
      {sign.data === undefined ? null : (
        <div className="status success" role="status">
          <span className="light" />
          <div>
            <b data-testid="verify-result" data-valid={String(verify.data ?? "")}>
              {verify.data === undefined
                ? verify.isError ? "Not checked" : "Checking…"
                : verify.data
                ? "Valid"
                : "Not valid"}
            </b>
            <code className="hash" data-testid="signature">{sign.data}</code>
          </div>
        </div>
      )}
    </section>
  );
}
