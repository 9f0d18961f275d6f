/** Renders an error in the user's words; a cancelled request is no error. @module */
import { type UserMessage, userMessage } from "@sdk/ui";
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect, useState } from "react";

/** The error, if there is one. */
export function Problem({ error }: { readonly error: unknown }): JSX.Element | null {
  const [words, setWords] = useState<UserMessage | null>(null);
  useEffect(() => {
    let current = true;
    setWords(null);
    if (error === null || error === undefined) return;
    userMessage(error).then((found) => current && setWords(found));
    return () => {
      current = false;
    };
  }, [error]);
  if (words === null) return null;
  const { title, body, cancelled } = words;
  return (
    <p
      className={cancelled ? "quiet" : "error"}
      role={cancelled ? "status" : "alert"}
      data-testid="error"
    >
      {title}. {body}
    </p>
  );
}
