import { assertEquals, assertThrows } from "@std/assert";
import { partOfLock } from "./lock.ts";

const lock = JSON.stringify({
  version: "5",
  specifiers: { "npm:@a/tool@1.0.0": "1.0.0_peer@3.0.0", "npm:big@2.0.0": "2.0.0" },
  npm: {
    "@a/tool@1.0.0_peer@3.0.0": { integrity: "i1", dependencies: ["peer", "twice@1.0.0"] },
    "big@2.0.0": { integrity: "i2", dependencies: ["twice@2.0.0"] },
    "peer@3.0.0": { integrity: "i3", optionalDependencies: ["maybe"] },
    "maybe@1.0.0": { integrity: "i4" },
    "twice@1.0.0": { integrity: "i5" },
    "twice@2.0.0": { integrity: "i6" },
  },
});
const keys = (wanted: string[]) => Object.keys(JSON.parse(partOfLock(lock, wanted)).npm);

Deno.test("lock: a part contains the wanted packages and their dependencies", () => {
  assertEquals(keys(["@a/tool@1.0.0/bin/tool"]), [
    "@a/tool@1.0.0_peer@3.0.0",
    "peer@3.0.0",
    "maybe@1.0.0",
    "twice@1.0.0",
  ]);
  assertEquals(keys(["big@2.0.0"]), ["big@2.0.0", "twice@2.0.0"]);
  assertEquals(JSON.parse(partOfLock(lock, ["big@2.0.0"])).npm["big@2.0.0"].integrity, "i2");
});

Deno.test("lock: unknown names are omitted, and a broken lock is rejected", () => {
  assertEquals(keys(["other@1.0.0", "big@2.0.00", "/tmp/file", "5000"]), []);
  const broken = lock.replace('"maybe@1.0.0"', '"gone@1.0.0"');
  assertThrows(() => partOfLock(broken, ["@a/tool@1.0.0"]), Error, "does not name maybe");
});
