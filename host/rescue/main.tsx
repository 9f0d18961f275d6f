/** Entry of the rescue page: one file, no service. @module */
import { render } from "preact";
import { RescuePage } from "./page.tsx";
import { rescueText } from "./text.ts";

const { tag, text } = rescueText(navigator.languages);
document.documentElement.lang = tag;
document.documentElement.dir = text.dir;
document.title = text.title;
render(<RescuePage text={text} />, document.getElementById("page")!);
