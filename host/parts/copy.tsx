/** Button that copies a text. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CheckIcon, CopyIcon } from "./icons.tsx";

/** Duration for which the button confirms that it copied. */
const COPIED_MS = 2_000;

/** Button with a text that it copies; if copying is blocked, the text is shown for selection. */
export function CopyButton(props: {
  value: string;
  label: string;
  done: string;
  /** Default: a pill. */
  class?: string;
  /** Called after copying. */
  copied?: () => void;
  children: ComponentChildren;
}): VNode {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(props.value).then(
      () => {
        setState("copied");
        props.copied?.();
      },
      () => setState("refused"),
    );
  if (state === "refused") return <code class="whole" dir="ltr">{props.value}</code>;
  return (
    <button
      type="button"
      class={props.class ?? "pill"}
      data-testid="home-copy"
      title={props.label}
      onClick={() => void copy()}
    >
      {state === "copied" ? props.done : props.children}
      {state === "copied" ? <CheckIcon /> : <CopyIcon />}
      <span class="hidden">{state === "copied" ? "" : props.label}</span>
    </button>
  );
}
