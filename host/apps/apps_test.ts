/** Card of a connected site: its own name, and the verified host below it. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { encodeFunctionResult, numberToHex } from "viem";
import { permissionsAbi } from "../../core/chain/abi.ts";
import { permissionId, toPermissionJson } from "../../core/permission/permission.ts";
import { chain, localService } from "../../core/testing/local_wallet.ts";
import { siteBook } from "../../core/wallet/device/sites.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { text } from "../text/home_en.ts";
import { Apps } from "./apps.tsx";

const account = `0x${"aa".repeat(20)}` as const;
const never = () => new Promise<never>(() => {});

/** Props of a device with these sites. */
function propsWith(
  sites: ReturnType<typeof siteBook>,
  service: object = { configuration: never, call: never },
): Parameters<typeof Apps>[0] {
  return {
    device: {
      sites,
      grants: { list: () => [] },
      book: { list: () => [] },
      contacts: { list: () => [] },
      links: { list: () => [] },
      service,
      follow: () => () => {},
    },
    record: { account: { address: account } },
    text,
    tag: "en",
    changed() {},
  } as unknown as Parameters<typeof Apps>[0];
}

/** Renders the card of a site, and returns its title and its host. */
function card(name: string, origin: string): (string | null | undefined)[] {
  const sites = siteBook(memoryStorage());
  sites.put({ name, origin, account, lastUsed: 1, since: 1 });
  const place = document.createElement("div");
  render(h(Apps, propsWith(sites)), place);
  const shown = ["b", ".origin"].map((part) =>
    place.querySelector(`[data-testid=home-site] ${part}`)?.textContent
  );
  render(null, place);
  return shown;
}

Deno.test("apps: a card has the site's name, with the host in full below it", () => {
  const host = `${"a".repeat(60)}.meadow.example`;
  assertEquals(card("Meadow", `https://${host}`), ["Meadow", host]);
});

Deno.test("apps: a name that resembles another site or a seal is not shown", () => {
  for (const name of ["bank.example", "Bank ✓", "Verified bank", "", "evil.example"]) {
    assertEquals(card(name, "https://evil.example"), ["evil.example", undefined]);
  }
});

Deno.test("apps: a permission without a known site is no connected site, and has no letter", async () => {
  const end = Math.floor(Date.now() / 1000) + 86_400;
  const permission = {
    account,
    spender: `0x${"be".repeat(20)}`,
    start: 1,
    end,
    salt: 1n,
    calls: [],
    spends: [],
    watched: [],
  } as const;
  const json = toPermissionJson(permission, permissionId(permission, chain.id), chain.id);
  const nothingLeft = encodeFunctionResult({
    abi: permissionsAbi,
    functionName: "remaining",
    result: [],
  });
  const service = localService({
    call: (method) => method === "acct_getPermissions" ? [{ ...json, revoked: false }] : [],
    chain: (_id, method) =>
      Promise.resolve(method === "eth_call" ? nothingLeft : { timestamp: numberToHex(1) }),
  });
  const draw = async (withSite: boolean) => {
    const sites = siteBook(memoryStorage());
    if (withSite) {
      sites.put({ name: "Meadow", origin: "https://meadow.app", account, lastUsed: 1, since: 1 });
    }
    const place = document.createElement("div");
    render(h(Apps, propsWith(sites, service)), place);
    const find = () => place.querySelector("[data-testid=home-permission] > .disc");
    for (let turn = 0; find() === null && turn < 100; turn++) {
      await new Promise((done) => setTimeout(done, 5));
    }
    const heads = [...place.querySelectorAll("h2")].map(({ textContent }) => textContent);
    const disc = find()!;
    const shown = [
      heads.slice(0, withSite ? 2 : 1),
      disc.textContent,
      disc.querySelector("svg") !== null,
    ];
    render(null, place);
    return shown;
  };
  assertEquals(await draw(true), [[text.sites, text.spenders], "", true]);
  assertEquals(await draw(false), [[text.spenders], "", true]);
});
