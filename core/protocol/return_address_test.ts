import { assertEquals } from "@std/assert";
import { readReturnAddress, returnHost, ticketOf, withTicket } from "./return_address.ts";

Deno.test("return address: custom schemes and https addresses of an app", () => {
  const all = [
    "com.example.shop://acct/done",
    "com.example.shop://",
    "io.my-shop.app2://acct",
    "com.googleusercontent.apps.123-abc://acct",
    "https://shop.example/acct",
    "https://shop.example",
    "https://shop.example:8443/acct",
  ];
  for (const each of all) assertEquals(readReturnAddress(each, false), each);
  assertEquals(all.map(returnHost).filter((host) => host !== null), [
    "shop.example",
    "shop.example",
    "shop.example:8443",
  ]);
});

Deno.test("return address: loopback hosts may use http during development only", () => {
  for (const each of ["http://localhost:8081/acct", "http://127.0.0.1:8081/acct"]) {
    assertEquals([readReturnAddress(each, false), readReturnAddress(each, true)], [null, each]);
  }
  for (const each of ["http://shop.example/acct", "http://localhost.shop.example/"]) {
    assertEquals([each, readReturnAddress(each, true)], [each, null]);
  }
});

Deno.test("return address: schemes that are no reversed domain are rejected", () => {
  const schemes =
    ("javascript vbscript data blob file filesystem about view-source intent content android-app chrome " +
      "chrome-extension moz-extension safari-web-extension resource jar ws wss ftp mailto tel sms market " +
      "itms itms-apps ms-settings ms-appinstaller search-ms web+acct x-apple-health app-settings shortcuts " +
      "googlechrome microsoft-edge facetime-audio devtools android-settings prefs " +
      "microsoft-edge-https touch-http opera-https firefox-focus yandexbrowser-open-url somebrowser " +
      "metamask myapp exp exp+shop fb123 x-apple.systempreferences x.shop 1com.shop com..shop com. .com " +
      "com.-shop com.shop- com.shop+1 com.sh_op Com.Shop")
      .split(" ");
  for (const scheme of schemes) {
    for (const rest of ["://acct", ":acct", ":///acct"]) {
      const each = scheme + rest;
      assertEquals([each, readReturnAddress(each, true)], [each, null]);
    }
  }
});

Deno.test("return address: other texts are rejected", () => {
  const all: unknown[] = [
    undefined,
    null,
    1,
    {},
    "",
    "com.my.app",
    "com.my.app:acct",
    "com.my.app:/acct",
    "//shop.example/acct",
    "/acct",
    "Com.My.App://acct",
    "JavaScript://acct",
    "java\tscript://acct",
    "\u0001javascript://acct",
    " javascript://acct",
    "1com.app://acct",
    "com.my.app://acct?next=1",
    "com.my.app://acct#next",
    "com.my.app://ac ct",
    "com.my.app://acct\n",
    "com.my.app://äcct",
    `com.my.app://${"a".repeat(300)}`,
    "https://",
    "https:shop.example/acct",
    "https:/shop.example/acct",
    "https://user@shop.example/acct",
    "https://user:pass@shop.example/acct",
    "https://shop.example\\@evil.example/acct",
    "https://shop.example/acct?to=https://evil.example",
    "https://shop.example/acct#to",
    "https://shöp.example/acct",
  ];
  for (const each of all) assertEquals([each, readReturnAddress(each, true)], [each, null]);
});

Deno.test("return address: the ticket is read from its own parameter only", () => {
  const ticket = "t".repeat(22);
  for (const address of ["com.my.app://acct", "https://shop.example/acct"]) {
    assertEquals(ticketOf(withTicket(address, ticket)), ticket);
  }
  assertEquals(ticketOf(`com.my.app://acct?utm=1&acct_ticket=${ticket}#_=_`), ticket);
  const none = [
    "com.my.app://acct",
    `com.my.app://acct#acct_ticket=${ticket}`,
    `com.my.app://acct?acct_ticket=${ticket}t`,
    `com.my.app://acct?acct_ticket=${"t".repeat(21)}`,
    `com.my.app://acct?not_acct_ticket=${ticket}`,
  ];
  for (const each of none) assertEquals([each, ticketOf(each)], [each, null]);
});
