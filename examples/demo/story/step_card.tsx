/** A step of the story: future, current or done. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect, useRef } from "react";
import type { Hex } from "viem";
import { ActionButton } from "../parts/action_button.tsx";
import { Problem } from "../parts/problem.tsx";
import { useWords } from "../text/language.ts";
import type { StepWords } from "../text/text.ts";
import type { Step, StepInput } from "./step.ts";
import type { StepName } from "./step_names.ts";

/** Props of the current step. */
export interface CurrentStepProps {
  /** Name of the step. */
  readonly name: StepName;
  /** Texts of the step. */
  readonly words: StepWords;
  /** The hook that performs the step. */
  readonly useStep: (input: StepInput) => Step;
  /** Input of the hook. */
  readonly input: StepInput;
  /** Called once with its result. */
  readonly onDone: (result: Hex) => void;
  /** True if the visitor has just completed the step before. */
  readonly isReached: boolean;
}

/** The visitor's current step. */
export function CurrentStep(props: CurrentStepProps): JSX.Element {
  const { name, words, useStep, input, onDone, isReached } = props;
  const all = useWords();
  const { run, waits, error, failed, result } = useStep(input);
  useEffect(() => {
    if (result !== undefined) onDone(result);
    // Runs once per result, because the callback is new with each rendering.
  }, [result]);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isReached) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    place.current?.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" });
  }, []);
  return (
    <li className="step current" aria-current="step" data-testid={`step-${name}`} ref={place}>
      <div className="step-text">
        <h2>{words.title}</h2>
        <p className="muted">{words.line}</p>
        <div className="row">
          <ActionButton
            testid={name}
            words={waits === "user"
              ? all.waiting
              : waits === "network"
              ? all.sending
              : words.action}
            busy={waits !== null}
            onPress={run}
          />
        </div>
        <Problem error={error} />
        {failed ? <p className="error" role="alert" data-testid="error">{all.failed}</p> : null}
      </div>
    </li>
  );
}

/** A completed or future step. */
export function OtherStep(
  { name, words, result }: {
    readonly name: StepName;
    readonly words: StepWords;
    readonly result: Hex | undefined;
  },
): JSX.Element {
  const all = useWords();
  const done = result !== undefined;
  return (
    <li className={done ? "step done" : "step"} data-testid={`step-${name}`} data-done={done}>
      <div className="step-text">
        <h2>
          {words.title}
          {done ? <span className="hidden">, {all.stepDone}</span> : null}
        </h2>
        {done ? <p className="muted" data-testid={`${name}-done`}>{words.done}</p> : null}
      </div>
    </li>
  );
}
