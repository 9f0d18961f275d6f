/** A service with a full disk for some time: `full_database_child.ts PATH` of its SQLite file. */
import { AcctError } from "../../../core/ground/errors.ts";
import { createService } from "../../../service/mod.ts";
import { createTestKey } from "../../../service/testing/small_service.ts";

const [path] = Deno.args;
const service = await createService({
  host: "localhost:1",
  database: path!,
  chains: [],
  log() {},
});
const ready = async () => {
  const request = new Request("http://localhost:1/ready");
  return (await service.fetch(request, "192.0.2.1")).status;
};
const write = () =>
  createTestKey(service.store).then(
    () => "done",
    (error) => error instanceof AcctError ? error.data.cause : String(error),
  );
/** Limits the size of this process's files, in bytes; writes beyond it fail. */
const limit = async (most: number | "unlimited") => {
  const { success } = await new Deno.Command("prlimit", {
    args: ["--pid", String(Deno.pid), `--fsize=${most}:unlimited`],
  }).output();
  if (!success) throw new Error("prlimit failed");
};
/** Waits until the service reports another status. */
const changed = async (from: number) => {
  for (const end = Date.now() + 10_000; await ready() === from && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return await ready();
};

console.log("ready", await ready());
await limit((await Deno.stat(`${path}-wal`)).size);
console.log("write", await write());
console.log("ready", await changed(200));
await limit("unlimited");
console.log("ready", await changed(503));
console.log("write", await write());
await service.stop();
Deno.exit(0);
