/** The tabs: at the bottom of a phone, on top of a wide page next to the wallet's name. @module */
import type { VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { ActivityIcon, AppsIcon, HomeIcon, MarkIcon, ShieldIcon } from "../parts/icons.tsx";
import { hashOf, type Route, type Tab, tabs } from "../parts/route.ts";

const icons: Readonly<Record<Tab, Icon>> = {
  home: HomeIcon,
  activity: ActivityIcon,
  apps: AppsIcon,
  security: ShieldIcon,
};

/** Links to the tabs. */
export function Navigation({ at, text }: { at: Route["at"]; text: HomeText }): VNode {
  return (
    <nav class="tabs" aria-label={text.wallet}>
      <span class="brand" aria-hidden="true">
        <MarkIcon /> {text.wallet}
      </span>
      {tabs.map((tab) => {
        const Picture = icons[tab];
        return (
          <a
            key={tab}
            href={hashOf(tab)}
            data-testid={`home-tab-${tab}`}
            {...(tab === at && { "aria-current": "page" as const })}
          >
            <Picture />
            {text.tabs[tab]}
          </a>
        );
      })}
    </nav>
  );
}
