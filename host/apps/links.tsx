/** Lists the devices that are linked to this wallet, and ends a link. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { LinkRecord } from "../../core/wallet/device/links.ts";
import { dayWithin } from "../activity/day.ts";
import { hostOf } from "../device/names.ts";
import { SiteSquare } from "../parts/disc.tsx";
import type { RoomProps } from "../parts/room.ts";

/** Linked devices; nothing if there are none. */
export function Links({ device, text, tag }: RoomProps): VNode | null {
  const [links, setLinks] = useState(device.links.list);
  if (links.length === 0) return null;
  const end = ({ secret }: LinkRecord) => {
    device.links.end(secret);
    setLinks(device.links.list());
  };
  return (
    <section class="group">
      <h2>{text.links}</h2>
      <p class="note">{text.linksLine}</p>
      <ul class="rows">
        {links.map((link) => (
          <li key={link.secret} class="row" data-testid="home-link">
            <SiteSquare name={link.origin === null ? link.name : hostOf(link.origin)} />
            <span class="row-text">
              <b>
                <bdi>{link.origin === null ? link.name : hostOf(link.origin)}</bdi>
              </b>
              <span class="note">
                {link.origin === null ? `${text.linkProgram} · ` : ""}
                {text.lastUsed(dayWithin(link.lastUsed, tag))}
              </span>
            </span>
            <button
              type="button"
              class="link"
              data-testid="home-link-end"
              onClick={() => end(link)}
            >
              {text.endLink}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
