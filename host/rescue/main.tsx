/** Entry of the rescue page: one file, no service. @module */
import { render } from "preact";
import { applyLocale, resolveLocale } from "../page/language.ts";
import { RescuePage } from "./page.tsx";
import { rescueTexts } from "./text.ts";

const locale = resolveLocale(navigator.languages);
applyLocale(locale, document.documentElement);
const text = rescueTexts[locale.language];
document.title = text.title;
render(<RescuePage text={text} />, document.getElementById("page")!);
