/** Runs the page's steps sequentially. @module */
import { useRef, useState } from "preact/hooks";
import type { Hex } from "viem";
import { toRefusal } from "./refusal.ts";
import type { Outcome } from "./sections.tsx";

/** Runs a step, and resolves once its outcome is shown. */
export type RunStep = (run: () => Promise<Hex | void> | void) => Promise<void>;

/** Returns a function that runs steps sequentially, and the outcome of the last one. */
export function useStep(): readonly [step: RunStep, outcome: Outcome] {
  const [outcome, setOutcome] = useState<Outcome>(null);
  // The state of the last render may be older than the last click.
  const running = useRef(false);
  const step: RunStep = async (run) => {
    if (running.current) return;
    running.current = true;
    setOutcome({ kind: "working" });
    try {
      const transaction = await run();
      setOutcome(transaction === undefined ? null : { kind: "done", transaction });
    } catch (error) {
      setOutcome({ kind: "refused", refusal: toRefusal(error) });
    } finally {
      running.current = false;
    }
  };
  return [step, outcome];
}
