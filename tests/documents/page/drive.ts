/** Runs the example that the page's address names, in a click, and writes its result. @module */
import { drivers, type Load } from "./drivers.tsx";

/** Prepares the page; `modules` loads each example. */
export function drive(modules: Readonly<Record<string, Load>>): void {
  const name = decodeURIComponent(location.hash.slice(1));
  const result = document.getElementById("result")!;
  const run = async () => {
    try {
      const given = await drivers[name]!(modules[name]!);
      result.textContent = JSON.stringify({ result: given ?? null }, plain);
    } catch (error) {
      result.textContent = JSON.stringify({ error: String(error) });
    }
  };
  document.getElementById("run")!.onclick = run;
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
