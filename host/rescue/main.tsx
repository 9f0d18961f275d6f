/** Entry of the rescue page: one file, no service. @module */
import { render } from "preact";
import { resolveLocale } from "../page/language.ts";
import { RescuePage } from "./page.tsx";
import { rescueTexts } from "./text.ts";

const { language, tag, dir } = resolveLocale(navigator.languages);
Object.assign(document.documentElement, { lang: tag, dir });
const text = rescueTexts[language];
document.title = text.title;
render(<RescuePage text={text} />, document.getElementById("page")!);
