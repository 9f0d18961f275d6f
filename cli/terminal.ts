/** Shows a device link in a terminal. @module */
import process from "node:process";
import { renderUnicodeCompact } from "uqr";

/** A device link to show. */
interface View {
  readonly state: "open" | "compare" | "approve";
  readonly url: string;
  readonly code: string | null;
}

/** Creates a function that shows links on standard error; standard output belongs to the result. */
export function terminalLink(
  write: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): (view: View | null) => void {
  let shown = "";
  return (view) => {
    if (view === null) return;
    const key = `${view.state} ${view.url}`;
    if (key === shown) return;
    shown = key;
    if (view.code !== null) {
      return write(
        `Compare this code with your phone: ${view.code.slice(0, 3)} ${view.code.slice(3)}`,
      );
    }
    const qr = renderUnicodeCompact(view.url, { ecc: "L", border: 2 });
    write(
      view.state === "open"
        ? `${qr}\nScan the code with your phone, or open the link on any device:\n${view.url}`
        : `Approve the request on your phone. If the wallet is closed there, open\n${view.url}`,
    );
  };
}
