/** A page that puts an app into a frame from which no window opens. @module */
import { offer } from "./opener.ts";

/** Shows an app in a sandboxed frame. */
function embed(url: string, sandbox: string): Promise<unknown> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.style.cssText = "width: 900px; height: 600px";
  frame.src = url;
  document.body.append(frame);
  return new Promise((loaded) => frame.onload = () => loaded(null));
}

offer({ embed });
