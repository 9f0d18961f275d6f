/** A page over the tabs, with a way back. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { HomeText } from "../text/text.ts";
import { BackIcon } from "./icons.tsx";
import { hashOf, type Route } from "./route.ts";

/** Page with its title, which takes the focus. */
export function Page(props: {
  title: string;
  text: HomeText;
  /** Where the way back leads; the first tab if absent. */
  back?: Route["at"];
  testid?: string;
  children: ComponentChildren;
}): VNode {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <main class="page" data-testid={props.testid}>
      <header class="page-head">
        <a
          class="round"
          href={hashOf(props.back ?? "home")}
          aria-label={props.text.back}
          data-testid="home-back"
        >
          <BackIcon />
        </a>
        <h1 tabIndex={-1} ref={title}>{props.title}</h1>
      </header>
      {props.children}
    </main>
  );
}
