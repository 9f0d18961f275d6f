import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { isOwnFolder } from "./own_folder.ts";

Deno.test({
  name: "own folder: those of others, links and shared ones are refused",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const place = await Deno.makeTempDir();
    const at = (name: string) => join(place, name);
    try {
      assertEquals(await isOwnFolder(at("none")), false);
      await Deno.mkdir(at("own"), { mode: 0o700 });
      assertEquals(await isOwnFolder(at("own")), true);
      await Deno.symlink(at("own"), at("link"));
      await Deno.symlink(at("none"), at("dangling"));
      await Deno.writeTextFile(at("file"), "");
      await Deno.mkdir(at("shared"));
      await Deno.chmod(at("shared"), 0o777);
      await Deno.mkdir(at("group"));
      await Deno.chmod(at("group"), 0o770);
      const refused = ["link", "dangling", "file", "shared", "group"];
      if (Deno.uid() === 0) {
        await Deno.mkdir(at("others"), { mode: 0o700 });
        await Deno.chown(at("others"), 65534, 65534);
        refused.push("others");
      }
      for (const name of refused) {
        await assertRejects(() => isOwnFolder(at(name)), Error, "not a folder of this user", name);
      }
    } finally {
      await Deno.remove(place, { recursive: true });
    }
  },
});
