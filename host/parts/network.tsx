/** Shows a notice while the device is offline. @module */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { HomeText } from "../text/home_en.ts";

/** Offline notice. */
export function Network(props: { text: HomeText }): VNode {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    const end = new AbortController();
    for (const type of ["online", "offline"]) addEventListener(type, look, { signal: end.signal });
    return () => end.abort();
  }, []);
  return (
    <p class={online ? "quiet-line" : "note quiet-line"} role="status" data-testid="home-network">
      {online ? "" : props.text.noNetwork}
    </p>
  );
}
