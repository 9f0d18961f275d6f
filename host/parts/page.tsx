/** A page over the tabs, with a back link. @module */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { HomeText } from "../text/home_en.ts";
import { BackIcon } from "./icons.tsx";
import { hashOf, type Route } from "./route.ts";

/** Page with its title, which gets the focus. */
export function Page(props: {
  title: string;
  text: HomeText;
  /** Target of the back link. Default: the first tab. */
  back?: Route["at"];
  testid?: string;
  /** Control at the end of the title. */
  more?: ComponentChildren;
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
        {props.more}
      </header>
      {props.children}
    </main>
  );
}
