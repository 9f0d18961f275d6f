/** The code of the step just done, or of the first one. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import type { Hex } from "viem";
import { Copy } from "../parts/copy.tsx";
import { useWords } from "../text/language.ts";
import type { Code } from "./code.ts";

/** Props of the drawer. */
export interface CodeDrawerProps {
  /** The lines. */
  readonly code: Code;
  /** Title of the step. */
  readonly title: string;
  /** The transaction of the step, if any. */
  readonly transaction: Hex | undefined;
}

/** The drawer. */
export function CodeDrawer({ code, title, transaction }: CodeDrawerProps): JSX.Element {
  const words = useWords();
  return (
    <section className="drawer" data-testid="code" aria-label={words.code}>
      <div className="drawer-head">
        <div>
          <span className="label">{words.code}</span>
          <b>{title}</b>
        </div>
        <Copy text={code.text} testid="copy-code" />
      </div>
      <pre className="code" dir="ltr" lang="en" tabIndex={0}><code>{code.text}</code></pre>
      {transaction === undefined ? null : (
        <details className="small">
          <summary data-testid="transaction">{words.transaction}</summary>
          <code className="hash" dir="ltr" data-testid="hash">{transaction}</code>{" "}
          <Copy text={transaction} />
        </details>
      )}
    </section>
  );
}
