/** A message, its signature, and whether others accept it. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import type { Address, Hex } from "viem";
import { useConfig, useSignMessage } from "wagmi";
import { useWords } from "../text/language.ts";
import { ActionButton } from "./action_button.tsx";
import { Problem } from "./problem.tsx";

/** The card. */
export function SignCard({ address }: { readonly address: Address }): JSX.Element {
  const words = useWords();
  const config = useConfig();
  const [message, setMessage] = useState(words.greeting);
  const sign = useSignMessage();
  // Verifies on the chain, like any other site: this does not need the wallet.
  const verify = useMutation({
    async mutationFn(signed: { readonly message: string; readonly signature: Hex }) {
      const { verifyMessage } = await import("./verify.ts");
      return await verifyMessage(config, { address, ...signed });
    },
  });
  const onSign = () => {
    verify.reset();
    sign.mutate({ message }, {
      onSuccess: (signature) => verify.mutate({ message, signature }),
    });
  };
  const result = verify.data === undefined
    ? verify.isError ? words.unchecked : words.checking
    : verify.data
    ? words.valid
    : words.invalid;
  return (
    <section className="setting">
      <h2 className="label">{words.signTitle}</h2>
      <p className="muted small">{words.signLine}</p>
      <div className="row">
        <input
          aria-label={words.message}
          value={message}
          data-testid="message"
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <ActionButton
          testid="sign"
          words={sign.isPending ? words.waiting : words.sign}
          busy={sign.isPending}
          off={message === ""}
          onPress={onSign}
        />
      </div>
      <Problem error={sign.error ?? verify.error} />
      {sign.data === undefined ? null : (
        <p className="outcome" role="status">
          <b data-testid="verify-result" data-valid={String(verify.data ?? "")}>{result}</b>
        </p>
      )}
    </section>
  );
}
