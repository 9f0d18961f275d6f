/** Shows why a passkey cannot help, and the other options. @module */
import type { VNode } from "preact";
import { hashOf } from "../parts/route.ts";
import type { KeyPrompt } from "./use_key.ts";
import type { FriendWords } from "./words/friend_en.ts";

/** The reason; renders nothing while there is none. */
export function KeyProblem(
  { prompt, words }: { prompt: KeyPrompt; words: FriendWords },
): VNode | null {
  const { state } = prompt;
  if (state === "idle" || state === "busy") return null;
  if (state === "failed" || state === "refused") {
    return <p role="alert" class="note danger" data-testid={`friend-${state}`}>{words[state]}</p>;
  }
  return (
    <section class="banner warning" role="alert" data-testid={`friend-${state}`}>
      <p>{words[state]}</p>
      <button
        type="button"
        class="link"
        data-testid="friend-other-passkey"
        onClick={() => void prompt.ask(true)}
      >
        {words.otherPasskey}
      </button>
      {state === "incapable"
        ? <a class="button link" href={hashOf("security")}>{words.addPasskey}</a>
        : null}
    </section>
  );
}
