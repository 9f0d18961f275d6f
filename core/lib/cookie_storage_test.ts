import { assertEquals, assertThrows } from "@std/assert";
import { accountOf } from "../account/address.ts";
import { cookieStorage } from "./cookie_storage.ts";
import { sessionStore } from "../page/session/session.ts";

const session = { account: accountOf(`0x${"11".repeat(64)}`), chainId: 5, at: Date.now() };
const key = "acct.session.1:CrossPlatform:https://api.example.com";

Deno.test("cookies: a server reads the page's cookie, and writes none", () => {
  const header = `other=1; ${encodeURIComponent(key)}=${
    encodeURIComponent(JSON.stringify(session))
  }; last=%`;
  const open = () => sessionStore({ storage: cookieStorage({ header }), key, ttl: 86_400 });
  const first = open();
  assertEquals(first.get(), session);
  first.set({ ...session, chainId: 6 });
  assertEquals(first.get()?.chainId, 6);
  first.set(null);
  assertEquals(first.get(), null);
  // A concurrent render has its own copy.
  assertEquals(open().get(), session);
});

Deno.test("cookies: damaged, missing and hostile cookies are ignored", () => {
  const name = encodeURIComponent(key);
  for (
    const header of [
      null,
      "",
      ";;;",
      name,
      `${name}=`,
      `${name}=%`,
      `${name}=%E0%A4%A`,
      `${name}={}`,
      `x${name}=1`,
      "=".repeat(100_000),
    ]
  ) {
    const store = sessionStore({ storage: cookieStorage({ header }), key, ttl: 86_400 });
    assertEquals(store.get(), null, String(header).slice(0, 40));
  }
});

Deno.test("cookies: in a page they are set with their attributes", () => {
  const jar = new Map<string, string>();
  let written = "";
  const page = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text: string) {
      written = text;
      const [pair] = text.split(";");
      const at = pair!.indexOf("=");
      if (text.includes("max-age=0")) jar.delete(pair!.slice(0, at));
      else jar.set(pair!.slice(0, at), pair!.slice(at + 1));
    },
  };
  const before = { document: globalThis.document, location: globalThis.location };
  Object.assign(globalThis, { document: page, location: new URL("https://shop.example/") });
  try {
    const storage = cookieStorage({ maxAge: 60, domain: "shop.example" });
    assertEquals(storage.set(key, "a; b=c"), true);
    assertEquals(storage.get(key), "a; b=c");
    for (const part of ["path=/", "samesite=lax", "max-age=60", "secure", "domain=shop.example"]) {
      assertEquals(written.includes(part), true, part);
    }
    assertEquals(storage.set(key, "x".repeat(5_000)), false);
    assertEquals(storage.get(key), "a; b=c");
    storage.set(key, null);
    assertEquals(storage.get(key), null);
    assertEquals(jar.size, 0);
  } finally {
    Object.assign(globalThis, before);
  }
  assertThrows(() => cookieStorage({ maxAge: NaN }), RangeError);
  assertThrows(() => cookieStorage({ domain: "a; secure" }), RangeError);
});
