/** Renames a passkey on this device. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import type { HomeText } from "../text/home_en.ts";

/** Rename button, and the form that it opens. */
export function Rename(props: {
  name: string;
  text: HomeText;
  save: (name: string) => void;
}): VNode {
  const { text } = props;
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null) {
    return (
      <button
        type="button"
        class="link"
        data-testid="home-rename"
        onClick={() => setTyped(props.name)}
      >
        {text.rename}
      </button>
    );
  }
  const name = cleanText(typed, MAX_ACCOUNT_NAME_LENGTH);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name === "") return;
        props.save(name);
        setTyped(null);
      }}
    >
      <label>
        {text.nameHere}
        <input
          value={typed}
          maxLength={MAX_ACCOUNT_NAME_LENGTH}
          autocomplete="off"
          data-testid="home-name"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit" data-testid="home-save-name" disabled={name === ""}>
        {text.save}
      </button>
    </form>
  );
}
