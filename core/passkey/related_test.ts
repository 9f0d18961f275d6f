import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { browserCeremony } from "./browser/ceremony.ts";
import { isOwnRpId, isRpId } from "./related.ts";

Deno.test("related: an RP ID must be a host name in lowercase", () => {
  const long = `${"a".repeat(63)}.`.repeat(4);
  for (const good of ["keys.example.com", "localhost", "xn--bcher-kva.example", "a", "1.example"]) {
    assert(isRpId(good), good);
  }
  for (
    const bad of [
      "",
      ".",
      "a.",
      ".a",
      "a..b",
      "-a.example",
      "a-.example",
      "Keys.example",
      "keys.example:443",
      "https://keys.example",
      "keys.example/",
      "keys example",
      "bücher.example",
      `${"a".repeat(64)}.example`,
      `${long}aa`,
      7,
      null,
      undefined,
      ["keys.example"],
    ]
  ) assert(!isRpId(bad), String(bad));
});

Deno.test("related: a page's own RP IDs are its host name and parent domains, not public suffixes", () => {
  for (const own of ["app.shop.example", "shop.example", "example"]) {
    assert(isOwnRpId(own, "app.shop.example"), own);
  }
  for (const other of ["op.example", "p.shop.example", "x.app.shop.example", "shop.test", ""]) {
    assert(!isOwnRpId(other, "app.shop.example"), other);
  }
});

Deno.test("related: a rejection by the browser names the list and the missing page", async () => {
  const globals = {
    PublicKeyCredential: function () {},
    location: new URL("https://shop.test/cart"),
    origin: "https://shop.test",
    navigator: {
      credentials: {
        get: () => Promise.reject(new DOMException("no", "SecurityError")),
        create: () => Promise.reject(new DOMException("no", "SecurityError")),
      },
    },
  };
  const before = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    const ceremony = browserCeremony();
    const challenge = new Uint8Array(32);
    const refusal = async (rpId: string) =>
      await assertRejects(() => ceremony.get({ rpId, challenge }), AcctError);
    const other = await refusal("shop.example");
    assertEquals([other.code, other.data.cause], [4100, "passkey_wrong_site"]);
    assertStringIncludes(other.message, "Nothing was signed");
    assertStringIncludes(other.data.advice, '"https://shop.test"');
    assertStringIncludes(other.data.advice, "https://shop.example/.well-known/webauthn");
    assert(other.cause instanceof DOMException);
    // The page's own RP ID needs no list.
    const own = await refusal("shop.test");
    assertEquals(own.data.cause, "passkey_wrong_site");
    assert(!own.data.advice.includes(".well-known"), own.data.advice);
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
});
