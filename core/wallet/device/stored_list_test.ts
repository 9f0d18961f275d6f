import { assertEquals } from "@std/assert";
import { memoryStorage } from "../../lib/storage.ts";
import { storedList } from "./stored_list.ts";

const texts = (entries: readonly unknown[]) =>
  entries.filter((entry): entry is string => typeof entry === "string");

Deno.test("stored list: returns the valid entries that another tab wrote last", () => {
  const storage = memoryStorage();
  const list = storedList(storage, "list", texts);
  assertEquals(list(), []);
  storage.set("list", JSON.stringify(["a", 1, null, "b"]));
  assertEquals(list(), ["a", "b"]);
  storage.set("list", JSON.stringify(["c"]));
  assertEquals(list(), ["c"]);
  for (const broken of ["{", "7", "null", "{}"]) {
    storage.set("list", broken);
    assertEquals(list(), [], broken);
  }
  storage.set("list", null);
  assertEquals(list(), []);
});

Deno.test("stored list: while storage access is denied, the list is empty", () => {
  const inner = memoryStorage();
  inner.set("list", JSON.stringify(["a"]));
  let denied = false;
  const get = (key: string) => {
    if (denied) throw new DOMException("denied", "SecurityError");
    return inner.get(key);
  };
  const list = storedList({ ...inner, get }, "list", texts);
  assertEquals(list(), ["a"]);
  denied = true;
  assertEquals(list(), []);
  denied = false;
  assertEquals(list(), ["a"]);
});

Deno.test("stored list: the same text is validated once", () => {
  const storage = memoryStorage();
  storage.set("list", JSON.stringify(["a"]));
  let checks = 0;
  const list = storedList(storage, "list", (entries) => {
    checks += 1;
    return texts(entries);
  });
  for (let time = 0; time < 3; time++) assertEquals(list(), ["a"]);
  assertEquals(checks, 1);
});
