import { assertEquals } from "@std/assert";
import { readReturnAddress, returnHost, ticketOf, withTicket } from "./return_address.ts";

Deno.test("return address: custom schemes and https addresses of an app", () => {
  const all = [
    "myapp://acct",
    "myapp://",
    "com.example.shop://acct/done",
    "exp://192.168.0.2:8081/--/acct",
    "exp+shop://acct",
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

Deno.test("return address: schemes that browsers and systems handle are rejected", () => {
  const schemes =
    ("javascript vbscript data blob file filesystem about view-source intent content android-app chrome " +
      "chrome-extension moz-extension safari-web-extension resource jar ws wss ftp mailto tel sms market " +
      "itms itms-apps ms-settings ms-appinstaller search-ms web+acct x-apple-health app-settings shortcuts " +
      "googlechrome microsoft-edge facetime-audio devtools android-settings prefs " +
      "microsoft-edge-https touch-http opera-https firefox-focus yandexbrowser-open-url somebrowser")
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
    "myapp",
    "myapp:acct",
    "myapp:/acct",
    "//shop.example/acct",
    "/acct",
    "MyApp://acct",
    "JavaScript://acct",
    "java\tscript://acct",
    "\u0001javascript://acct",
    " javascript://acct",
    "1app://acct",
    "myapp://acct?next=1",
    "myapp://acct#next",
    "myapp://ac ct",
    "myapp://acct\n",
    "myapp://äcct",
    `myapp://${"a".repeat(300)}`,
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
  for (const address of ["myapp://acct", "https://shop.example/acct"]) {
    assertEquals(ticketOf(withTicket(address, ticket)), ticket);
  }
  assertEquals(ticketOf(`myapp://acct?utm=1&acct_ticket=${ticket}#_=_`), ticket);
  const none = [
    "myapp://acct",
    `myapp://acct#acct_ticket=${ticket}`,
    `myapp://acct?acct_ticket=${ticket}t`,
    `myapp://acct?acct_ticket=${"t".repeat(21)}`,
    `myapp://acct?not_acct_ticket=${ticket}`,
  ];
  for (const each of none) assertEquals([each, ticketOf(each)], [each, null]);
});
