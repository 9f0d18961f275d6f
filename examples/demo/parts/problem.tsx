/** Renders an error in plain language. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { readable } from "./readable_error.ts";

/** The error, if there is one. */
export function Problem({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === null || error === undefined) return null;
  return (
    <p className="error" role="alert" data-testid="error">
      {readable(error)}
    </p>
  );
}
