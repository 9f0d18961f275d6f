/** The story of an account: four steps, and the code of the last one. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useRef, useState } from "react";
import type { Address, Hex } from "viem";
import type { DemoConfig } from "../config.ts";
import { AccountStrip } from "../parts/account_strip.tsx";
import type { Place } from "../parts/place.ts";
import { useCancelHere, useCancelInWallet } from "../story/cancel.ts";
import { useClaim } from "../story/claim.ts";
import { codes } from "../story/code.ts";
import { CodeDrawer } from "../story/code_drawer.tsx";
import {
  lastStep,
  nextStep,
  type Progress,
  rememberedProgress,
  rememberProgress,
} from "../story/progress.ts";
import { type StepName, stepNames } from "../story/step_names.ts";
import { CurrentStep, OtherStep } from "../story/step_card.tsx";
import { useSubscribe } from "../story/subscribe.ts";
import { useTip } from "../story/tip.ts";
import { useWords } from "../text/language.ts";
import type { StepWords } from "../text/text.ts";

const hooks = {
  claim: useClaim,
  tip: useTip,
  subscribe: useSubscribe,
  cancel: useCancelInWallet,
  here: useCancelHere,
} as const;

/** Steps whose result is a transaction. */
const transactions: readonly StepName[] = ["claim", "tip"];

/** Props of the screen. */
export interface StoryProps {
  readonly demo: DemoConfig;
  readonly address: Address;
  readonly place: Place;
}

/** The screen. */
export function Story({ demo, address, place }: StoryProps): JSX.Element {
  const words = useWords();
  const [token] = demo.tokens;
  const [progress, setProgress] = useState<Progress>(() => rememberedProgress(address));
  const current = nextStep(progress);
  const last = lastStep(progress);
  const wordsOf = (name: StepName): StepWords =>
    name === "cancel" && place === "page" ? { ...words.cancel, ...words.cancelHere } : words[name];
  const kindOf = (name: StepName) => name === "cancel" && place === "page" ? "here" : name;
  const hasMoved = useRef(false);
  const move = (next: Progress) => {
    hasMoved.current = true;
    rememberProgress(address, next);
    setProgress(next);
  };
  const input = {
    account: address,
    token: token.address,
    decimals: token.decimals,
    subscription: progress.subscribe,
  };
  return (
    <main className="page">
      <h1 className="hidden">{words.story}</h1>
      <AccountStrip token={token} address={address} done={Object.keys(progress).length} />
      <div className="columns">
        <section className="card" aria-label={words.story}>
          <ol className="steps">
            {stepNames.map((name) =>
              name === current
                ? (
                  <CurrentStep
                    key={name}
                    name={name}
                    words={wordsOf(name)}
                    useStep={hooks[kindOf(name)]}
                    input={input}
                    isReached={hasMoved.current}
                    onDone={(result: Hex) => move({ ...progress, [name]: result })}
                  />
                )
                : <OtherStep key={name} name={name} words={wordsOf(name)} result={progress[name]} />
            )}
          </ol>
          {current === undefined
            ? (
              <div className="end" role="status" data-testid="end">
                <div>
                  <b>{words.end}</b>
                  <p className="muted">{words.endLine}</p>
                </div>
                <button
                  type="button"
                  className="link"
                  data-testid="again"
                  onClick={() => move({})}
                >
                  {words.again}
                </button>
              </div>
            )
            : null}
        </section>
        <CodeDrawer
          code={codes[kindOf(last ?? stepNames[0])]}
          title={wordsOf(last ?? stepNames[0]).title}
          transaction={last !== undefined && transactions.includes(last)
            ? progress[last]
            : undefined}
        />
      </div>
    </main>
  );
}
