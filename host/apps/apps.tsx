/** Apps of an account: their permissions, and the connected sites. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import type { Site } from "../../core/wallet/device/sites.ts";
import { siteName } from "../../core/wallet/host/site_name.ts";
import { list } from "../../ui/text/numbers.ts";
import { dayWithin } from "../activity/day.ts";
import { apart } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { SiteSquare } from "../parts/disc.tsx";
import { Empty, RetryNote, Section, useLoaded } from "../parts/loaded.tsx";
import { sitesOf } from "../device/device.ts";
import { addressNames, hostOf, type NameOf, spenderNames } from "../device/names.ts";
import { type GrantedPermission, listPermissions } from "../device/permissions.ts";
import { revoke } from "../device/prompts.ts";
import { type Payments, readPayments } from "./payments.ts";
import { Approvals } from "./approvals.tsx";
import { Links } from "./links.tsx";
import { PermissionRow, RevokeAll } from "./permissions.tsx";

/** The apps tab. */
export function Apps(
  props: RoomProps & {
    /** Called after a change of the device's sites. */
    changed: () => void;
  },
): VNode {
  const { device, record, text, tag } = props;
  const { address } = record.account;
  const loaded = useLoaded(() => listPermissions(device.service, address), address);
  useEffect(
    () => device.follow(address, ["permissionsChanged"], loaded.refresh),
    [address],
  );
  const sites = sitesOf(device, address);
  const { granted, missing } = loaded.value ?? { granted: [], missing: [] };
  const kept = device.grants.list();
  const originOf = new Map(kept.map(({ id, origin }) => [id, origin ?? undefined]));
  const agentOf = new Map(kept.map(({ id, agent }) => [id, agent]));
  const of = (origin: string) => granted.filter(({ id }) => originOf.get(id) === origin);
  const connected = new Set(sites.map(({ origin }) => origin));
  const others = granted.filter(({ id }) => !connected.has(originOf.get(id) ?? ""));
  const end = (what: Parameters<typeof revoke>[2]) =>
    void revoke(device, record, what).then(loaded.refresh);
  const shared = {
    text,
    tag,
    nameOf: addressNames(device),
    spenderOf: spenderNames(device, text),
    end,
    agentOf: (id: GrantedPermission["id"]) => agentOf.get(id),
    paymentsOf: (granted: GrantedPermission) => readPayments(device.service, address, granted),
  };
  const isFree = loaded.value !== null && granted.length + missing.length === 0;
  return (
    <>
      <Section
        title={sites.length === 0 && others.length > 0 ? text.spenders : text.sites}
        text={text}
        tag={tag}
        loaded={loaded}
      >
        {missing.length > 0
          ? (
            <RetryNote text={text} refresh={loaded.refresh} testid="home-missing">
              {text.networksDown(list(missing.map(({ name }) => apart(name)), tag))}
            </RetryNote>
          )
          : null}
        {isFree
          ? (
            <div data-testid="home-none">
              {sites.length === 0
                ? <Empty title={text.noApps} line={text.noAppsLine} testid="home-no-sites" />
                : <p class="note">{text.noPermissions}</p>}
            </div>
          )
          : null}
        {sites.map((site) => (
          <SiteCard
            key={site.origin}
            site={site}
            granted={of(site.origin)}
            cut={() => {
              device.sites.forget(site.origin, address);
              props.changed();
              void device.sync(address);
            }}
            {...shared}
          />
        ))}
        {sites.length === 0 || others.length === 0 ? null : <h2>{text.spenders}</h2>}
        {others.map((each) => (
          <section key={each.id} class="card site">
            <PermissionRow granted={each} origin={originOf.get(each.id)} {...shared} />
          </section>
        ))}
        {granted.length < 2 ? null : <RevokeAll granted={granted} {...shared} />}
      </Section>
      <Approvals {...props} />
      <Links {...props} />
    </>
  );
}

/** Props that all permissions share. */
interface Shared {
  readonly text: RoomProps["text"];
  readonly tag: string;
  readonly nameOf: NameOf;
  readonly spenderOf: NameOf;
  readonly end: (what: Parameters<typeof revoke>[2]) => void;
  readonly agentOf: (id: GrantedPermission["id"]) => AgentTerms | undefined;
  readonly paymentsOf: (granted: GrantedPermission) => Promise<Payments>;
}

/**
 * A connected site with its permissions. The site chooses its name, so the host is always below it in
 * full.
 */
function SiteCard(
  { site, granted, cut, ...shared }: Shared & {
    site: Site;
    granted: readonly GrantedPermission[];
    cut: () => void;
  },
): VNode {
  const { text, tag } = shared;
  const host = hostOf(site.origin);
  const name = siteName(site.name, site.origin, host);
  return (
    <section class="card site" aria-label={host} data-testid="home-site">
      <div class="row">
        <SiteSquare name={name} />
        <span class="row-text">
          <b>
            <bdi>{name}</bdi>
          </b>
          {name === host ? null : (
            <span class="note">
              <bdi class="origin" dir="ltr">{host}</bdi>
            </span>
          )}
        </span>
      </div>
      {granted.map((each) => (
        <PermissionRow key={each.id} granted={each} origin={site.origin} inside {...shared} />
      ))}
      <div class="group-head">
        <span class="note">{text.lastUsed(dayWithin(site.lastUsed * 1000, tag))}</span>
        <button type="button" class="link" data-testid="home-site-cut" onClick={cut}>
          {text.disconnect}
        </button>
      </div>
    </section>
  );
}
