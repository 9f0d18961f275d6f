/** Stops a process as a machine that hangs does. @module */
import { until } from "../../../scripts/stack/patience.ts";

/**
 * Stops a process until the result is disposed of. The signal alone does not do: on a busy machine
 * its threads run on for a while.
 */
export async function freeze(pid: number): Promise<Disposable> {
  Deno.kill(pid, "SIGSTOP");
  await until(`process ${pid} is stopped`, async () => {
    for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
      const status = await Deno.readTextFile(`/proc/${pid}/task/${name}/status`);
      if (!/^State:\s*T/m.test(status)) return false;
    }
    return true;
  });
  return { [Symbol.dispose]: () => Deno.kill(pid, "SIGCONT") };
}
