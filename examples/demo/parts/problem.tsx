/**
 * Renders an error as text for the user; a cancelled request is not an error and disappears soon.
 *
 * @module
 */
import { type UserMessage, userMessage } from "@sdk/ui";
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useContext, useEffect, useState } from "react";
import { LanguageContext } from "../text/language.ts";

/** Duration of the notice that the user cancelled. */
const CANCELLED_MS = 4_000;

/** The error, if any. */
export function Problem({ error }: { readonly error: unknown }): JSX.Element | null {
  const language = useContext(LanguageContext);
  const [words, setWords] = useState<UserMessage | null>(null);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setWords(null);
    if (error === null || error === undefined) return;
    userMessage(error, language).then((found) => {
      if (!current) return;
      setWords(found);
      if (found.cancelled) timer = setTimeout(() => setWords(null), CANCELLED_MS);
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [error, language]);
  if (words === null) return null;
  const { title, body, cancelled } = words;
  return cancelled
    ? <p className="muted" role="status" data-testid="cancelled">{title}. {body}</p>
    : <p className="error" role="alert" data-testid="error">{title}. {body}</p>;
}
