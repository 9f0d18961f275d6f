import { assertEquals } from "@std/assert";
import { rememberedLanguage, rememberLanguage } from "../text/tables.ts";
import { memory } from "./memory.ts";

/** Replaces the browser's storage while the work runs. */
function withStorage(descriptor: PropertyDescriptor, work: () => void): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage")!;
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...descriptor });
  try {
    work();
  } finally {
    Object.defineProperty(globalThis, "localStorage", before);
  }
}

const denied = () => {
  throw new DOMException("denied", "SecurityError");
};

Deno.test("memory: without storage, values are remembered while the page is open", () => {
  const rows: [name: string, descriptor: PropertyDescriptor][] = [
    ["blocked", { get: denied }],
    ["full", { value: { getItem: () => null, setItem: denied, removeItem() {} } }],
  ];
  for (const [name, descriptor] of rows) {
    withStorage(descriptor, () => {
      assertEquals([name, memory.getItem("k")], [name, null]);
      memory.setItem("k", "v");
      assertEquals([name, memory.getItem("k")], [name, "v"]);
      memory.removeItem("k");
      assertEquals([name, memory.getItem("k")], [name, null]);
      rememberLanguage("de");
      assertEquals([name, rememberedLanguage()], [name, "de"]);
      memory.removeItem("meadow.language");
    });
  }
});
