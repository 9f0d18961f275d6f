import { assertEquals } from "@std/assert";
import { type FakePort, fakePort } from "../testing/ports.ts";
import { MAX_PENDING, type ToPage } from "../lib/messages.ts";
import { createRelay } from "./relay.ts";

function scene() {
  const ports: FakePort[] = [];
  const posted: ToPage[] = [];
  const state = { gone: false };
  const relay = createRelay(() => {
    if (state.gone) throw new Error("Extension context invalidated.");
    ports.push(fakePort("site"));
    return ports.at(-1)!;
  }, (message) => posted.push(message));
  return { relay, ports, posted, state };
}

const request = (id: number) => ({ type: "request", id, method: "eth_accounts" });

Deno.test("relay: it connects with the first message, and once", () => {
  const { relay, ports } = scene();
  relay.receive("junk");
  relay.receive({ type: "state", accounts: ["0xbad"], chainId: "0x1" });
  assertEquals(ports.length, 0);
  relay.receive(request(1));
  relay.receive(request(2));
  assertEquals(ports.map(({ sent }) => sent), [[request(1), request(2)]]);
});

Deno.test("relay: a page receives one answer for a request, and none for others", () => {
  const { relay, ports, posted } = scene();
  relay.receive(request(1));
  relay.receive(request(1));
  assertEquals(ports[0]!.sent.length, 1);
  ports[0]!.deliver({ type: "response", id: 2, result: "1" });
  ports[0]!.deliver({ type: "response", id: 1, result: "1" });
  ports[0]!.deliver({ type: "response", id: 1, result: "2" });
  assertEquals(posted, [{ type: "response", id: 1, result: "1" }]);
});

Deno.test("relay: pending requests are limited", () => {
  const { relay, posted } = scene();
  for (let id = 0; id <= MAX_PENDING; id++) relay.receive(request(id));
  assertEquals(posted.length, 1);
  assertEquals((posted[0] as { error: { code: number } }).error.code, -32005);
});

Deno.test("relay: a lost port fails its requests and is opened again", () => {
  const { relay, ports, posted, state } = scene();
  relay.wake();
  assertEquals(ports.length, 0);
  relay.receive(request(1));
  ports[0]!.drop();
  assertEquals((posted[0] as { error: { code: number } }).error.code, -32603);
  relay.wake();
  assertEquals(ports[1]!.sent, [{ type: "listen" }]);
  ports[1]!.drop();
  state.gone = true;
  relay.receive(request(2));
  assertEquals((posted[1] as { error: { code: number } }).error.code, 4900);
});
