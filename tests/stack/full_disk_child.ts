/** A process whose disk is full for a while: `full_disk_child.ts PATH` of a journal. */
import { openFileJournal } from "../../core/pay/file_journal.ts";
import type { PaymentRecord } from "../../core/pay/journal.ts";

const [path] = Deno.args;
const record = (id: string, url = "") =>
  ({ id, url, at: Date.now(), status: "signed" }) as PaymentRecord;
const journal = await openFileJournal(path!);
const put = async (id: string, url?: string) =>
  console.log(await journal.put(record(id, url)).then(() => "kept", () => "refused"));
/** Limits the size of this process's files, in bytes: what is written past it is refused. */
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
