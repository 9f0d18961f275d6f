/** Page with the settings of this device, and the pages that are needed rarely. @module */
import type { VNode } from "preact";
import type { HomeText } from "../text/home_en.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { KeyIcon, PeopleIcon, RescueIcon, ShieldIcon, SignOutIcon } from "../parts/icons.tsx";
import { Page } from "../parts/page.tsx";
import { hashOf, type Route } from "../parts/route.ts";

/** Links to contacts, lost devices and passkeys, privacy, and the accounts of this device. */
export function Settings({ text }: { text: HomeText }): VNode {
  const links: readonly (readonly [at: Route["at"], label: string, picture: Icon])[] = [
    ["contacts", text.contacts, PeopleIcon],
    ["device", text.lostDevice, RescueIcon],
    ["lost", text.lost, KeyIcon],
    ["privacy", text.privacy, ShieldIcon],
    ["accounts", text.signOut, SignOutIcon],
  ];
  return (
    <Page title={text.settings} text={text} testid="home-settings">
      <ul class="rows">
        {links.map(([at, label, Picture]) => (
          <li key={at}>
            <a class="row" href={hashOf(at)} data-testid={`home-settings-${at}`}>
              <span class="disc">
                <Picture />
              </span>
              <span class="row-text">{label}</span>
              <NextIcon />
            </a>
          </li>
        ))}
      </ul>
      <p class="note">{text.settingsLine}</p>
    </Page>
  );
}
