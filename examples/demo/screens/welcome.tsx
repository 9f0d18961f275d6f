/** The invitation: the features to try. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { useConnect } from "@sdk/connector";
import { useConnectors } from "wagmi";
import { ActionButton } from "../parts/action_button.tsx";
import { rememberName } from "../parts/names.ts";
import { Problem } from "../parts/problem.tsx";
import { stepNames } from "../story/step_names.ts";
import { useWords } from "../text/language.ts";

/** The screen. */
export function Welcome({ reconnecting }: { readonly reconnecting: boolean }): JSX.Element {
  const [connector] = useConnectors();
  const connect = useConnect();
  const words = useWords();
  // With capabilities, the result contains the name of a new account.
  const onConnect = () =>
    connector !== undefined &&
    connect.mutateAsync({ connector, capabilities: {} })
      .then(({ accounts }) => accounts.forEach(rememberName), () => {});
  return (
    <main className="hero">
      <div>
        <p className="eyebrow">{words.eyebrow}</p>
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <ActionButton
          testid="connect"
          look="primary large"
          words={reconnecting ? words.back : connect.isPending ? words.waiting : words.start}
          busy={connect.isPending || reconnecting}
          off={connector === undefined}
          onPress={onConnect}
        />
        <p className="hint">{words.worthless}</p>
        <Problem error={connect.error} />
      </div>
      <section className="card" aria-label={words.story}>
        <ol className="steps">
          {stepNames.map((name) => (
            <li className="step ahead" key={name}>
              <div className="step-text">
                <h2>{words[name].title}</h2>
                <p className="muted small">{words[name].line}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </main>
  );
}
