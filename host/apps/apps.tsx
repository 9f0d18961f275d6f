/** Apps of an account: their permissions, and the connected sites. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AgentTerms } from "../../core/permission/agent/terms.ts";
import type { Site } from "../../core/wallet/device/sites.ts";
import { list, moment } from "../../ui/text/numbers.ts";
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
    spenderOf: spenderNames(device),
    end,
    agentOf: (id: GrantedPermission["id"]) => agentOf.get(id),
    paymentsOf: (granted: GrantedPermission) => readPayments(device.service, address, granted),
  };
  return (
    <>
      <Section title={text.permissions} text={text} tag={tag} loaded={loaded}>
        {missing.length > 0
          ? (
            <RetryNote text={text} refresh={loaded.refresh} testid="home-missing">
              {text.networksDown(list(missing.map(({ name }) => apart(name)), tag))}
            </RetryNote>
          )
          : null}
        {loaded.value !== null && granted.length + missing.length === 0
          ? <p class="note" data-testid="home-none">{text.noPermissions}</p>
          : null}
        <ul class="rows">
          {others.map((each) => (
            <li key={each.id}>
              <PermissionRow granted={each} origin={originOf.get(each.id)} {...shared} />
            </li>
          ))}
        </ul>
        {sites.filter(({ origin }) => of(origin).length > 0).map((site) => (
          <SiteCard key={site.origin} site={site} granted={of(site.origin)} {...shared} />
        ))}
        <RevokeAll granted={granted} {...shared} />
      </Section>
      <Approvals {...props} />
      <section class="group">
        <h2>{text.sites}</h2>
        {sites.length === 0
          ? <Empty title={text.noApps} line={text.noAppsLine} testid="home-no-sites" />
          : <p class="note">{text.sitesLine}</p>}
        <ul class="rows">
          {sites.map((site) => (
            <SiteRow
              key={site.origin}
              site={site}
              text={text}
              tag={tag}
              cut={() => {
                device.sites.forget(site.origin, address);
                props.changed();
                void device.sync(address);
              }}
            />
          ))}
        </ul>
      </section>
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

/** A connected site with its permissions. */
function SiteCard(
  { site, granted, ...shared }: Shared & {
    site: Site;
    granted: readonly GrantedPermission[];
  },
): VNode {
  return (
    <ul class="rows" aria-label={hostOf(site.origin)}>
      {granted.map((each) => (
        <li key={each.id}>
          <PermissionRow granted={each} origin={site.origin} {...shared} />
        </li>
      ))}
    </ul>
  );
}

/** A connected site. Its origin comes first, because the site chooses the name. */
function SiteRow(
  props: { site: Site; text: RoomProps["text"]; tag: string; cut: () => void },
): VNode {
  const { site, text, tag, cut } = props;
  return (
    <li class="row" data-testid="home-site">
      <SiteSquare name={hostOf(site.origin)} />
      <span class="row-text">
        <b>
          <bdi dir="ltr">{hostOf(site.origin)}</bdi>
        </b>
        <span class="note">
          <bdi>{site.name}</bdi> · {text.lastUsed(moment(BigInt(site.lastUsed), tag) ?? "–")}
        </span>
      </span>
      <button type="button" class="link" data-testid="home-site-cut" onClick={cut}>
        {text.disconnect}
      </button>
    </li>
  );
}
