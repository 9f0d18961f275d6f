/** Host of a site. @module */
import type { VNode } from "preact";

/** The host; a long one is cut at its start, because its end shows whose site it is. */
export function SiteHost({ host }: { host: string }): VNode {
  return (
    <span class="host" title={host} data-testid="home-host">
      <bdi dir="ltr">{host}</bdi>
    </span>
  );
}
