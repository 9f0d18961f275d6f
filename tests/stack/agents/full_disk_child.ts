/** A process with a full disk for some time: `full_disk_child.ts PATH` of a journal. */
import { openFileJournal } from "../../../pay/record/file_journal.ts";
import type { PaymentRecord } from "../../../pay/record/journal.ts";

const [path] = Deno.args;
const record = (id: string, url = "") =>
  ({ id, url, at: Date.now(), status: "signed" }) as PaymentRecord;
const journal = await openFileJournal(path!);
const put = async (id: string, url?: string) =>
  console.log(await journal.put(record(id, url)).then(() => "kept", () => "refused"));
/** Limits the size of this process's files in bytes: writes beyond it fail. */
const limit = async (most: number | "unlimited") => {
  const { success } = await new Deno.Command("prlimit", {
    args: ["--pid", String(Deno.pid), `--fsize=${most}:unlimited`],
  }).output();
  if (!success) throw new Error("prlimit failed");
};

await put("first");
await limit((await Deno.stat(path!)).size + 100);
await put("too long", "x".repeat(500));
await limit("unlimited");
await put("last");
await journal.close();
