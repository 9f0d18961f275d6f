/** A playground for the look of the dialogs: nothing here is connected to anything. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect, useState } from "react";
import { ReactUIHandler, type Theme } from "@sdk/ui";
import { stories } from "../../../ui/stories/stories.ts";
import { addressOf } from "./theme_preview.tsx";
import { ThemeVariables } from "./theme_variables.tsx";

const choices = {
  mode: ["auto", "light", "dark"],
  borderRadius: ["sm", "md", "lg"],
  fontStack: ["system", "rounded", "mono"],
  locale: ["en", "de", "ar", "es", "ja"],
} as const;
const shown = {
  "connect-new": "Connect",
  "connect-known": "Welcome back",
  "send-batch": "Send",
  "send-approval": "Risks",
  "message-text": "Message",
  "typed-permit": "Permit",
  "grant": "Permission",
} as const;
/** Shown live, beside the choices. */
const previews = ["connect-new", "send-batch"] as const;
const swatches = ["#4846d4", "#0f766e", "#e11d48", "#f59e0b", "#111827", "#fde68a"] as const;

/** The screen. */
export function ThemeLab(): JSX.Element {
  const [theme, setTheme] = useState<Theme>({ accentColor: swatches[0] });
  const [locale, setLocale] = useState<string>("en");
  useEffect(keepFocus, []);
  const code = `new ReactUIHandler({ theme: ${JSON.stringify(theme, null, 2)} })`;
  const show = (name: keyof typeof shown) => {
    const handler = new ReactUIHandler({ theme });
    handler.init({
      appName: "Meadow",
      appLogoUrl: null,
      defaultChainId: 1,
      showTestnets: true,
      locale,
    });
    const request = { ...stories[name]!.request(), approve: () => Promise.resolve() };
    handler.request(request.method, request).catch(() => {}).finally(() => handler.cleanup());
  };
  return (
    <main className="page">
      <section className="card">
        <h2>Theme playground</h2>
        <p className="muted">
          Choose a look, then open a dialog. Text stays readable, whatever you choose.
        </p>
        {Object.entries(choices).map(([name, values]) => (
          <fieldset className="choices" key={name}>
            <legend>{labels[name as keyof typeof choices]}</legend>
            <div className="switch" role="group">
              {values.map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={value === (name === "locale"
                    ? locale
                    : theme[name as keyof Theme] ?? defaults[name as keyof typeof defaults])}
                  onClick={() =>
                    name === "locale" ? setLocale(value) : setTheme({ ...theme, [name]: value })}
                >
                  {value}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
        <fieldset className="choices">
          <legend>Accent</legend>
          <div className="row">
            {swatches.map((color) => (
              <button
                key={color}
                type="button"
                className="swatch"
                aria-label={color}
                aria-pressed={color === theme.accentColor}
                style={{ background: color }}
                onClick={() => setTheme({ ...theme, accentColor: color })}
              />
            ))}
            <input
              type="color"
              aria-label="Any colour"
              value={theme.accentColor ?? swatches[0]}
              onChange={(event) => setTheme({ ...theme, accentColor: event.currentTarget.value })}
            />
          </div>
        </fieldset>
        <ThemeVariables
          value={theme.cssVariables ?? {}}
          onChange={(cssVariables) => {
            const { cssVariables: _, ...others } = theme;
            setTheme(Object.keys(cssVariables).length === 0 ? others : { ...others, cssVariables });
          }}
        />
        <div className="row">
          {Object.entries(shown).map(([name, words]) => (
            <button
              key={name}
              type="button"
              className="primary"
              data-testid={`show-${name}`}
              onClick={() => show(name as keyof typeof shown)}
            >
              {words}
            </button>
          ))}
        </div>
      </section>
      <section className="previews">
        {previews.map((story) => (
          <iframe
            key={story}
            title={shown[story]}
            data-testid={`preview-${story}`}
            // To be looked at only.
            inert
            src={addressOf({ story, theme, locale })}
          />
        ))}
      </section>
      <section className="card">
        <div className="row">
          <h2>As code</h2>
          <button
            type="button"
            data-testid="copy-theme"
            onClick={() => void navigator.clipboard.writeText(code)}
          >
            Copy
          </button>
        </div>
        <pre className="code" data-testid="theme-code"><code>{code}</code></pre>
      </section>
    </main>
  );
}

/** A dialog takes the focus when it opens, in a frame as well: it is given back to what is typed in. */
function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.tagName !== "IFRAME") last = target;
  };
  const giveBack = () => {
    if (document.activeElement?.tagName === "IFRAME") last?.focus();
  };
  addEventListener("focusin", note);
  addEventListener("blur", giveBack);
  return () => {
    removeEventListener("focusin", note);
    removeEventListener("blur", giveBack);
  };
}

const labels = { mode: "Mode", borderRadius: "Corners", fontStack: "Font", locale: "Language" };
const defaults = { mode: "auto", borderRadius: "md", fontStack: "system" } as const;
